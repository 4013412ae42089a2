//! Somebody at a table.

use super::*;

/// Somebody at a table: knows what the messages say, and insists that none is missing.
pub struct Visitor {
    pub guest: Guest,
    socket: Socket,
    /// The last welcome; `n`, `steps`, `view` and so on follow the table.
    pub table: Welcome,
    /// The steps that were played since the first welcome or that it told, as far as they are known.
    pub line: Vec<String>,
}

impl Visitor {
    pub(super) async fn join(guest: &Guest, code: &str) -> Result<Visitor, tungstenite::Error> {
        let mut socket = guest.connect(code, &[]).await?;
        let Some(Message::Welcome(table)) = receive(&mut socket).await else {
            panic!("the first message is always the welcome")
        };
        let line = logged(&table);
        let mut visitor = Visitor { guest: guest.clone(), socket, table: *table, line };
        visitor.add_luck().await;
        Ok(visitor)
    }

    /// Adds to the luck for own seats that have not, as every client does once it has seen the commitment.
    pub async fn add_luck(&mut self) {
        let lacks = |seat: &&SeatInfo| seat.yours && !seat.adds;
        let own: Vec<SeatNumber> = self.table.seats.seats.iter().filter(lacks).map(|seat| seat.seat).collect();
        if self.phase() != Phase::Gathering {
            return;
        }
        for seat in own {
            self.send(&Command::Luck { seat, nonce: format!("luck of {seat}") }).await;
            self.wait(|table| table.seats.seats[usize::from(seat) - 1].adds).await;
        }
    }

    pub async fn send(&mut self, command: &Command) {
        self.send_text(&serde_json::to_string(command).unwrap()).await;
    }

    pub async fn send_text(&mut self, text: &str) {
        self.send_frame(Frame::text(text)).await;
    }

    pub async fn send_frame(&mut self, frame: Frame) {
        self.socket.send(frame).await.unwrap();
    }

    /// The connection itself, for those who misuse it.
    pub fn into_socket(self) -> Socket {
        self.socket
    }

    /// The next message; it has been taken to heart already. Nothing if the connection has ended.
    pub async fn try_next(&mut self) -> Option<Message> {
        let message = receive(&mut self.socket).await?;
        self.heed(&message);
        Some(message)
    }

    pub async fn next(&mut self) -> Message {
        self.try_next().await.expect("the connection holds")
    }

    /// Reads on until a message is wanted.
    pub async fn until<T>(&mut self, mut wanted: impl FnMut(&Message) -> Option<T>) -> T {
        loop {
            let message = self.next().await;
            if let Some(found) = wanted(&message) {
                return found;
            }
        }
    }

    /// Reads on until the table is as wanted.
    pub async fn wait(&mut self, mut wanted: impl FnMut(&Welcome) -> bool) {
        while !wanted(&self.table) {
            self.next().await;
        }
    }

    /// The reason for which the connection is closed, after all that came before.
    pub async fn closed(self) -> String {
        closed(self.socket).await
    }

    fn heed(&mut self, message: &Message) {
        let table = &mut self.table;
        match message {
            Message::Welcome(welcome) => {
                assert!(welcome.n >= table.n, "the table goes on, never back");
                self.line = logged(welcome);
                *table = (**welcome).clone();
            }
            Message::Step { update, choices, undo } => {
                assert_eq!(update.n, table.n + 1, "entry numbers have no gap");
                table.n = update.n;
                let from = update.from.or(update.back.as_ref().map(|back| back.at));
                if let Some(from) = from {
                    self.line.truncate(from as usize);
                    table.log.retain(|entry| entry.at < from);
                    table.steps = from;
                }
                self.line.extend(update.entries.iter().map(step));
                for entry in &update.entries {
                    assert_eq!(entry.at, table.steps, "steps have no gap");
                    table.steps += 1;
                    table.log.push(entry.clone());
                }
                merge(&mut table.view, &update.view);
                table.choices.clone_from(choices);
                table.undo.clone_from(undo);
                table.awaited = update.awaited.clone().unwrap_or_else(|| table.awaited.clone());
                table.turn = update.turn.unwrap_or(table.turn);
                table.prompt = update.prompt.clone().or(table.prompt.take());
                if let Some(back) = &update.back {
                    table.taken_back.retain(|before| before.at <= back.at);
                    table.taken_back.push(back.clone());
                }
                table.over = update.over.clone().or(table.over.take());
            }
            Message::Seats(seats) => {
                assert!(seats.n == table.n || seats.n == table.n + 1, "from {} to {seats:?}", table.n);
                table.n = seats.n;
                table.seats = seats.clone();
            }
            Message::Said(said) => {
                assert_eq!(said.n, table.n + 1, "entry numbers have no gap");
                table.n = said.n;
                table.chat.push(said.clone());
            }
            Message::Asked { ask, .. } => table.ask.clone_from(ask),
            Message::Again { code } => table.again = Some(code.clone()),
            _ => {}
        }
    }

    /// A second connection of the same guest is told just what the messages add up to here.
    pub async fn check_fresh(&mut self) {
        let fresh = self.guest.join(&self.table.code).await.table;
        self.wait(|table| table.n >= fresh.n).await;
        let table = &self.table;
        assert_eq!((table.n, table.steps, table.turn), (fresh.n, fresh.steps, fresh.turn));
        assert_eq!(table.view, fresh.view, "after {:?}", self.line.last());
        assert_eq!((&table.choices, &table.awaited, &table.undo), (&fresh.choices, &fresh.awaited, &fresh.undo));
        assert_eq!((&table.over, &table.ask, &table.again), (&fresh.over, &fresh.ask, &fresh.again));
        assert_eq!((&table.prompt, &table.highlights), (&fresh.prompt, &fresh.highlights));
        assert_eq!((&table.commitment, &table.options), (&fresh.commitment, &fresh.options));
        let first = fresh.log.first().map_or(0, |logged| logged.at);
        assert_eq!(
            table.taken_back.iter().filter(|back| back.at >= first).collect::<Vec<_>>(),
            fresh.taken_back.iter().collect::<Vec<_>>()
        );
        assert_eq!(logged(&fresh), self.line[self.line.len() - fresh.log.len()..]);
        assert!(table.log.ends_with(&fresh.log), "the log is the same, sentence for sentence");
    }

    fn game(&self) -> &'static dyn AnyGame<Browser> {
        games().get(&self.table.game).unwrap()
    }

    pub fn phase(&self) -> Phase {
        self.table.seats.phase
    }

    /// What the own seats may do, in words.
    pub fn legal(&self) -> Vec<(SeatNumber, String)> {
        let actions = self.game().actions();
        let words = |choices: &Choices| {
            let of = |&number: &u32| (choices.seat, actions[number as usize].words.clone());
            choices.legal.iter().map(of).collect::<Vec<_>>()
        };
        self.table.choices.iter().flat_map(words).collect()
    }

    /// Sits down.
    pub async fn sit(&mut self, seat: SeatNumber) {
        let (name, nonce) = (self.guest.name.clone(), format!("luck of {seat}"));
        self.send(&serde_json::from_value(json!({ "sit": { "seat": seat, "name": name, "nonce": nonce } })).unwrap())
            .await;
        self.wait(|table| table.seats.seats[usize::from(seat) - 1].yours).await;
    }

    /// Submits and does not wait.
    pub async fn submit(&mut self, id: u64, after: u32, seat: SeatNumber, action: &str) {
        self.send(&Command::Submit(Submit { id, after, seat, action: action.to_owned() })).await;
    }

    /// Submits, and waits until it is done.
    pub async fn act(&mut self, seat: SeatNumber, action: &str) {
        let (id, after) = (fresh_id(), self.table.n);
        self.submit(id, after, seat, action).await;
        let done = self.until(|message| match message {
            Message::Step { update, .. } if update.id == NonZeroU64::new(id) => Some(update.entries.clone()),
            Message::Refused(_) | Message::Invalid { .. } => panic!("{seat} {action}: {message:?}"),
            _ => None,
        });
        let done = done.await;
        // What others had not finished may come with it.
        let own = (Seat::numbered(usize::from(seat)), action);
        assert!(done.iter().any(|entry| (entry.seat, entry.words.as_str()) == own), "{own:?} in {done:?}");
    }

    /// Asks for something that is refused; answers why.
    pub async fn refused(&mut self, command: Value) -> String {
        self.send_text(&command.to_string()).await;
        self.until(|message| match message {
            Message::Refused(refused) => Some(format!("{} {}", refused.clause, refused.text)),
            Message::Invalid { text, .. } => Some(text.clone()),
            _ => None,
        })
        .await
    }

    /// Plays for the own seats as the usual bot would, until this is so. Knows the match from its first step on.
    pub async fn play_until(&mut self, luck: &mut Chance, mut enough: impl FnMut(&Visitor) -> bool) {
        let game = self.game();
        let mut player = game.player(QUICK_BOT, Seed::new([luck.bits() as u8; 32])).unwrap();
        let seats = self.table.seats.seats.len() as u8;
        let mut line = game.open(&self.table.options.to_string(), seats, Seed::new([0; 32])).unwrap().prefix(0);
        // The entry after which the last submission was sent: one for each is enough.
        let mut sent = None;
        while !enough(self) {
            let own = self.table.choices.iter().map(|choices| choices.seat);
            let next = own.into_iter().find(|seat| self.table.awaited.contains(seat));
            if let (Some(seat), true) = (next, sent != Some(self.table.n)) {
                // Where all act at the same time, what others did may have come before the own steps.
                let known: Vec<String> = line.steps(0).iter().map(ToString::to_string).collect();
                let same = known.iter().zip(&self.line).take_while(|(one, other)| one == other).count();
                if same < known.len() {
                    line.rewind(same, &[]).unwrap();
                }
                self.line[same..].iter().for_each(|step| drop(line.push(&step.parse().unwrap()).unwrap()));
                let seat_there = Seat::numbered(usize::from(seat)).unwrap();
                let action = player.choose(&line.to_bytes(), seat_there).unwrap();
                sent = Some(self.table.n);
                self.submit(fresh_id(), self.table.n, seat, &action).await;
            }
            match self.next().await {
                // Somebody who may act at the same time was quicker.
                Message::Invalid { text, .. } => assert!(text.starts_with("The table has moved on"), "{text}"),
                Message::Refused(refused) => panic!("{refused:?}"),
                _ => {}
            }
        }
    }

    /// Plays until the match is over.
    pub async fn play_out(&mut self, luck: &mut Chance) {
        self.play_until(luck, |visitor| visitor.table.over.is_some()).await;
    }
}
