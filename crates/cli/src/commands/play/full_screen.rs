//! The match on the whole screen. Bots and hints think in threads, so that the screen always answers.

use std::thread;
use std::time::Duration;

use polynya_catalog::{AnyGame, CatalogError, Mate};
use polynya_engine::{Hint, Seat, Seed};

use super::answers::{HINT_TIME, about, hint_lines};
use super::choices::{Choices, Meaning};
use super::saving::{as_argument, overwrite};
use super::session::{Player, Session};
use super::tale;
use crate::Terminal;
use crate::failure::Failure;
use crate::screen::places::marks;
use crate::screen::{self, Driver, Effect, Look, Looks, Model, Scene, Teller, Viewer};
use crate::terminal::{paint, quiet, strong};

/// Plays a match on the whole screen.
pub fn run(session: Session, looks: Looks) -> Result<(), Failure> {
    session.saver.guard();
    screen::run(FullScreen::new(session), looks)
}

/// What a thread has found out about the match after so many steps.
pub enum News {
    /// A bot does this; nothing, if no bot wants to do anything.
    Chosen(usize, Result<Option<(Seat, String)>, CatalogError>),
    /// A hint.
    Hinted(usize, Result<Hint, CatalogError>),
    /// Whoever thought about it broke off: who, and why.
    Broke(usize, String, String),
}

/// A match at this terminal, on the whole screen.
pub struct FullScreen {
    session: Session,
    tell: Option<Teller<News>>,
    /// The step that is looked at, if not the last.
    looked: Option<usize>,
    /// The seat whose things are looked at.
    sheet: Option<Seat>,
    /// A hint, and after how many steps it was given.
    hint: Option<(usize, Hint)>,
    /// Decisions that were taken back: after how many steps they were made, by whom, and what they were.
    undone: Vec<(usize, Seat, String)>,
    /// Why the match could not be kept, if that was told already.
    warned: Vec<String>,
    /// What is said once the screen is gone.
    farewell: Vec<String>,
}

impl FullScreen {
    /// Returns a match that is ready to be played.
    pub fn new(session: Session) -> FullScreen {
        FullScreen {
            session,
            tell: None,
            looked: None,
            sheet: None,
            hint: None,
            undone: Vec::new(),
            warned: Vec::new(),
            farewell: Vec::new(),
        }
    }

    /// Is the match over?
    #[cfg(test)]
    pub fn is_over(&self) -> bool {
        self.session.table.result().is_some()
    }

    /// Returns the options of the match, and those of one that keeps what the book lets lie after it.
    #[cfg(test)]
    pub fn options(&self) -> (String, Option<String>) {
        (self.session.record().options_json().to_owned(), self.session.table.again())
    }

    /// Returns the seat of a person whom the table waits for.
    fn asked(&self) -> Option<Seat> {
        let people = self.session.people();
        let awaited = self.session.table.awaited();
        people.iter().copied().find(|&seat| awaited.contains(seat)).or_else(|| {
            // Who may act although the table waits for a bot is asked too.
            people.into_iter().find(|&seat| self.session.table.acting().contains(seat))
        })
    }

    /// Returns what is shown.
    fn scene(&self) -> Scene {
        let session = &self.session;
        let (players, own) = (session.shown_players(), session.people());
        let asked = if self.looked.is_none() { self.asked() } else { None };
        let viewer = Viewer { players: &players, dress: &session.dress, asked, own: &own, sheet: self.sheet };
        let prefix = self.looked.map(|step| session.table.prefix(step));
        let table = prefix.as_deref().unwrap_or(&*session.table);
        let mut scene = Scene::of(session.game, table, &viewer);
        scene.at = self.looked.map(|step| (step, session.table.len()));
        if let (None, Some(hint)) = (self.looked, self.current_hint()) {
            scene.marks = marks(&hint.plan.words, &scene.picture.spots());
        }
        if let Some(asked) = asked.filter(|_| own.len() > 1 && session.table.result().is_none()) {
            scene.prompt = format!("{}: {}", session.person(asked), scene.prompt);
        }
        if session.table.result().is_some() && !own.is_empty() {
            let again = session.game.info().again.filter(|_| session.table.again().is_some());
            scene.offer = Some(screen::offer(again, "u undo  "));
        }
        scene
    }

    /// Returns the hint about the position as it stands.
    fn current_hint(&self) -> Option<&Hint> {
        self.hint.as_ref().filter(|(at, _)| *at == self.session.table.len()).map(|(_, hint)| hint)
    }

    /// Lets bots think about what follows, if one of them may act.
    fn think(&self) {
        let session = &self.session;
        let (Some(tell), None) = (self.tell.clone(), session.table.result()) else { return };
        let awaited = session.table.awaited();
        let bot = awaited.iter().find(|&seat| matches!(session.players[seat.index()], Player::Bot(_)));
        let mate = if bot.is_some() { Mate::Bot } else { Mate::Person };
        let others = session.table.acting().difference(awaited);
        let helpers: Vec<Thinker> = others.iter().filter_map(|seat| Thinker::of(session, seat)).collect();
        let bot = bot.and_then(|seat| Thinker::of(session, seat));
        if bot.is_none() && helpers.is_empty() {
            return;
        }
        let (game, at, bytes) = (session.game, session.table.len(), session.table.to_bytes());
        let delay = if session.people().is_empty() || bot.is_some() { session.delay } else { Duration::ZERO };
        let who = bot.as_ref().or(helpers.first()).map_or_else(String::new, |thinker| thinker.name.clone());
        tell.work(
            move |why| News::Broke(at, format!("the bot {who}"), why),
            move || {
                thread::sleep(delay);
                News::Chosen(at, choose(game, &bytes, &helpers, bot.as_ref(), mate))
            },
        );
    }

    /// Shows the match after a change, and lets bots go on.
    fn changed(&mut self, model: &mut Model) {
        self.looked = None;
        model.show(self.scene());
        self.tell_notices(model);
        self.think();
    }

    /// Says that the match could not be kept: in the last line after every step, and in full when the reason is new.
    fn tell_notices(&mut self, model: &mut Model) {
        let notices = self.session.take_notices();
        if let Some(last) = notices.last() {
            model.notice.clone_from(last);
            if notices != self.warned {
                let advice = "The match goes on, but is lost if the program ends. `s` saves it under another name.";
                model.open("Not saved", notices.iter().cloned().chain([advice.to_owned()]).collect());
            }
        }
        self.warned = notices;
    }

    fn act(&mut self, seat: Seat, words: &str, sure: bool, model: &mut Model) {
        let slip = self.session.table.warning(seat, words).filter(|warning| warning.is_slip && !sure);
        if let Some(slip) = slip.filter(|_| self.session.table.check(seat, words).is_ok()) {
            let yes = Effect::Act { seat, words: words.to_owned(), sure: true };
            return model.ask(format!("{words}: {}. Do you mean it?", slip.text), yes, None);
        }
        let before = self.session.table.len();
        match self.session.act(seat, words) {
            Ok(_) => {
                self.undone.clear();
                self.go_on_with_hint(before, words);
                self.changed(model);
            }
            Err(error) => {
                let text = self.session.error_text(&error);
                model.open("Not allowed", vec![text, "w shows the rule.".to_owned()]);
            }
        }
    }

    /// Keeps the rest of a hinted plan whose first action was done.
    fn go_on_with_hint(&mut self, before: usize, words: &str) {
        let Some((at, hint)) = &mut self.hint else { return };
        let follows = *at == before && self.session.table.len() == before + 1;
        if follows && hint.plan.words.len() > 1 && hint.plan.words[0] == words {
            *at += 1;
            hint.plan.words.remove(0);
            hint.plan.labels.remove(0);
        }
    }

    fn choices(&self) -> Choices {
        let asked = self.asked().unwrap_or_default();
        Choices::new(&*self.session.table, asked, &self.session.people())
    }

    fn typed(&mut self, text: &str, model: &mut Model) -> Result<bool, Failure> {
        let choices = self.choices();
        if let Some(Meaning::Act(seat, words)) = choices.listed(text) {
            self.act(seat, &words, false, model);
            return Ok(true);
        }
        let (command, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let wide = usize::from(model.area.width).saturating_sub(4).min(96);
        match (command.to_lowercase().as_str(), rest) {
            ("u" | "undo", "") => return self.obey(Effect::Undo { sure: false }, model),
            ("?" | "help", _) => return self.obey(Effect::Help, model),
            ("hint", "") => return self.obey(Effect::Hint, model),
            ("why", "") => model.open("Why", vec![self.session.clause(&choices)]),
            ("why", words) => model.open("Why", self.session.why(&choices, words)),
            ("rules" | "rule", words) => model.open("Rules", about(self.session.game.book(), words, wide)),
            ("log", "" | "all") => model.open("Log", self.session.log(rest == "all")),
            ("save", file) => return self.obey(Effect::Save { file: file.to_owned(), sure: false }, model),
            ("quit" | "exit", "") => return self.obey(Effect::Leave { keep: None }, model),
            _ => match choices.read(&*self.session.table, text) {
                Meaning::Act(seat, words) => self.act(seat, &words, false, model),
                Meaning::Unclear(why) => model.notice = why,
            },
        }
        Ok(true)
    }

    fn undo(&mut self, sure: bool, model: &mut Model) -> Result<(), Failure> {
        let Some((step, seat)) = self.session.last_decision() else {
            model.notice = "There is nothing to take back yet.".to_owned();
            return Ok(());
        };
        if !sure && self.asked().is_some_and(|asked| asked != seat) {
            let text = format!("This takes back {}'s move. All right?", self.session.person(seat));
            model.ask(text, Effect::Undo { sure: true }, None);
            return Ok(());
        }
        let table = &mut self.session.table;
        let told = tale::turns(&table.log(step), &tale::names(&**table));
        let words = table.steps(step).first().map(|spoken| spoken.words.clone());
        table.rewind(step, &[])?;
        self.undone.extend(words.map(|words| (step, seat, words)));
        self.session.keep_or_say();
        model.notice = format!("Taken back: {}", told.join(" "));
        self.changed(model);
        Ok(())
    }

    /// Does again what was taken back last.
    fn redo(&mut self, model: &mut Model) -> Result<(), Failure> {
        let here = |(at, ..): &&(usize, Seat, String)| *at == self.session.table.len();
        match self.undone.last().filter(here).cloned() {
            Some((_, seat, words)) => {
                self.undone.pop();
                self.session.act(seat, &words)?;
                self.changed(model);
                model.notice = format!("Done again: {words}");
            }
            None => model.notice = "There is nothing to do again.".to_owned(),
        }
        Ok(())
    }

    /// Shows what has happened since the person last acted.
    fn changes(&self, model: &mut Model) {
        let table = &*self.session.table;
        let seat = self.asked().or(self.session.people().first().copied()).unwrap_or_default();
        let told = tale::turns(&table.log(tale::since(table, seat)), &tale::names(table));
        let nothing = || vec!["Nothing has happened since you last acted.".to_owned()];
        let told = if told.is_empty() { nothing() } else { told };
        model.open("Since you last acted", told.iter().map(|line| self.session.dress.write(line)).collect());
    }

    /// Shows what the person has, and where it stands.
    fn mine(&self, model: &mut Model) {
        let seat = self.asked().or(self.session.people().first().copied()).unwrap_or_default();
        let told = tale::about(&*self.session.table, seat);
        model.open("Where you are", told.iter().map(|line| self.session.dress.write(line)).collect());
    }

    fn look(&mut self, look: Look, model: &mut Model) {
        let table = &*self.session.table;
        let step = screen::history::find(table, self.looked.unwrap_or(table.len()), look);
        self.looked = (step < table.len()).then_some(step);
        model.show(self.scene());
    }

    fn hint(&self, model: &mut Model) {
        let Some(tell) = self.tell.clone() else { return };
        let Some(seat) = self.asked().filter(|_| self.session.table.result().is_none()) else {
            model.notice = "A hint is for somebody who can act.".to_owned();
            return;
        };
        if let Some(hint) = self.current_hint() {
            let wide = usize::from(model.area.width).saturating_sub(4).min(96);
            let lines = hint_lines(hint, wide);
            return model.open("Hint", lines.iter().map(|line| self.session.dress.write(line)).collect());
        }
        let (game, at, bytes) = (self.session.game, self.session.table.len(), self.session.table.to_bytes());
        model.notice = "Thinking …".to_owned();
        tell.work(
            move |why| News::Broke(at, "the hint".to_owned(), why),
            move || News::Hinted(at, game.hint(&bytes, seat, HINT_TIME)),
        );
    }

    /// Draws a hint on the board, and chooses its first action.
    fn show_hint(&mut self, hint: Hint, model: &mut Model) {
        let first = hint.plan.words.first().cloned().unwrap_or_default();
        model.notice = self.session.dress.write(&format!("{} h: why", hint.lines()[0]));
        self.hint = Some((self.session.table.len(), hint));
        model.show(self.scene());
        model.choose_words(&first);
    }

    fn save(&self, file: &str, sure: bool, model: &mut Model) {
        match self.session.saver.save(file, sure) {
            Ok(told) => model.notice = told.lines().next().unwrap_or_default().to_owned(),
            Err(found) => {
                let yes = Effect::Save { file: file.to_owned(), sure: true };
                let text = overwrite(&found);
                model.ask(text.trim_end_matches(" [y/N]").to_owned(), yes, None);
            }
        }
    }

    fn leave(&mut self, keep: Option<bool>, model: &mut Model) -> bool {
        let saver = &self.session.saver;
        let kept = saver.kept().or_else(|| self.session.people().is_empty().then(String::new));
        match (keep, kept) {
            (_, Some(told)) => self.farewell.push(told),
            (Some(false), None) => self.farewell.push("Not saved.".to_owned()),
            (Some(true), None) => match saver.save("", false) {
                Ok(told) if saver.kept().is_some() => self.farewell.push(told),
                Ok(what) => {
                    model.notice = what;
                    return true;
                }
                Err(file) => {
                    model.notice = format!("{} exists; type `save NAME` with another name.", file.display());
                    return true;
                }
            },
            (None, None) => {
                let text = format!("Save the match in {}?", saver.offered().display());
                let [yes, no] = [true, false].map(|keep| Effect::Leave { keep: Some(keep) });
                model.ask(text, yes, Some(no));
                return true;
            }
        }
        false
    }

    fn again(&mut self, keep: Option<bool>, model: &mut Model) -> Result<(), Failure> {
        if self.session.table.result().is_none() {
            return Ok(());
        }
        let options = match (self.session.table.again(), self.session.game.info().again, keep) {
            (Some(_), Some(again), None) => {
                screen::ask_again(again, model);
                return Ok(());
            }
            (Some(kept), _, Some(true)) => kept,
            _ => self.session.game.options_anew(self.session.record().options_json())?,
        };
        self.session.open_another(&options)?;
        (self.hint, self.undone) = (None, Vec::new());
        self.session.keep_or_say();
        self.welcome(model);
        self.changed(model);
        Ok(())
    }

    /// Says how the match is won or that it goes on, what is to be said about that, and what the dice are bound to.
    fn welcome(&mut self, model: &mut Model) {
        let session = &mut self.session;
        let mut text = match (session.resumed, session.table.turns()) {
            (false, _) => session.table.primer(),
            (true, 0) => vec!["The match goes on in its first turn.".to_owned()],
            (true, turns) => vec![format!("The match goes on after turn {turns}.")],
        };
        text.extend(session.take_notices());
        text.push("? shows the keys, w the rule for the moment.".to_owned());
        let commitment = session.table.seed().commitment();
        text.push(paint(quiet(), &format!("The dice are fixed already. SHA-256 of their seed: {commitment}")));
        let text = text.iter().map(|line| session.dress.write(line)).collect();
        model.open(session.game.info().title, text);
    }

    fn help(&self, model: &mut Model) {
        let wide = usize::from(model.area.width).saturating_sub(4).min(96);
        let mut text = vec![paint(strong(), "Keys"), screen::KEYS.to_owned(), String::new()];
        text.extend(self.session.help(&self.choices(), wide));
        text.push(String::new());
        let commitment = self.session.table.seed().commitment();
        text.push(paint(quiet(), &format!("The dice are fixed already. SHA-256 of their seed: {commitment}")));
        let text = text.iter().flat_map(|text| text.split('\n')).map(|line| self.session.dress.write(line)).collect();
        model.open("Help", text);
    }
}

/// Says that whoever thought about the match broke off, and what can be done.
fn broke_off(who: &str, why: &str) -> Vec<String> {
    vec![
        format!("This is a fault of the program, and {who} does nothing any more: {}", tidy(why)),
        "The match stands as it stood. `u` takes back the last decision, after which all think anew; `s` saves the match, \
         and `q` leaves it."
            .to_owned(),
        "Please report it with the saved match.".to_owned(),
    ]
}

/// Returns the first line of a text from inside of the program.
fn tidy(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().filter(|sign| !sign.is_control()).take(200).collect()
}

/// A bot with the luck that it has at a step.
struct Thinker {
    seat: Seat,
    name: String,
    luck: Seed,
}

impl Thinker {
    fn of(session: &Session, seat: Seat) -> Option<Thinker> {
        session.bot_at(seat).map(|(name, luck)| Thinker { seat, name, luck })
    }
}

/// Returns what a bot does now: one that the table does not wait for first, if it wants to.
fn choose(
    game: &dyn AnyGame<Terminal>,
    position: &[u8],
    helpers: &[Thinker],
    bot: Option<&Thinker>,
    mate: Mate,
) -> Result<Option<(Seat, String)>, CatalogError> {
    for helper in helpers {
        let mut player = game.player(&helper.name, helper.luck)?;
        if let Some(words) = player.interject(position, helper.seat, mate)? {
            return Ok(Some((helper.seat, words)));
        }
    }
    let Some(bot) = bot else { return Ok(None) };
    let words = game.player(&bot.name, bot.luck)?.choose(position, bot.seat)?;
    Ok(Some((bot.seat, words)))
}

impl Driver for FullScreen {
    type News = News;

    fn begin(&mut self, tell: Teller<News>, model: &mut Model) -> Result<(), Failure> {
        self.tell = Some(tell);
        self.session.keep().map_err(Failure::input)?;
        self.welcome(model);
        self.changed(model);
        Ok(())
    }

    fn obey(&mut self, effect: Effect, model: &mut Model) -> Result<bool, Failure> {
        match effect {
            Effect::Act { seat, words, sure } => self.act(seat, &words, sure, model),
            Effect::Typed(text) => return self.typed(&text, model),
            Effect::Undo { sure } => self.undo(sure, model)?,
            Effect::Hint => self.hint(model),
            Effect::Rules => {
                let clause = self.session.refused.as_ref().map(|refusal| refusal.clause.to_owned());
                let clause = clause.unwrap_or_else(|| self.session.table.prompt(self.asked()).clause.to_owned());
                let wide = usize::from(model.area.width).saturating_sub(4).min(96);
                model.open("Rules (type `rules WORDS` to search)", about(self.session.game.book(), &clause, wide));
            }
            Effect::Help => self.help(model),
            Effect::Save { file, sure } => self.save(&file, sure, model),
            Effect::Look(look) => self.look(look, model),
            Effect::NextSheet => {
                let seats = self.session.table.seats();
                let now = self.sheet.or(self.asked()).unwrap_or_default();
                self.sheet = Seat::all(seats).cycle().skip(now.index() + 1).find(|&seat| seat != now || seats == 1);
                model.show(self.scene());
            }
            Effect::Again { keep } => self.again(keep, model)?,
            Effect::Changes => self.changes(model),
            Effect::Mine => self.mine(model),
            Effect::Redo => self.redo(model)?,
            Effect::Analyse if self.session.table.result().is_some() => {
                model.notice = "Save the match with s, then: polynya replay FILE, and a there.".to_owned();
            }
            Effect::Analyse => model.notice = "A match is analysed once it is over.".to_owned(),
            Effect::Say(_) | Effect::Back => {}
            Effect::Leave { keep } => return Ok(self.leave(keep, model)),
            Effect::Interrupt => {
                let told = self.session.saver.at_end_of_input()?;
                self.farewell.push(told);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn hear(&mut self, news: News, model: &mut Model) -> Result<(), Failure> {
        match news {
            News::Chosen(at, chosen) if at == self.session.table.len() => {
                if let Some((seat, words)) = chosen? {
                    self.session.act(seat, &words)?;
                    model.show(self.scene());
                    self.tell_notices(model);
                    self.think();
                }
            }
            News::Hinted(at, hint) if at == self.session.table.len() => {
                self.show_hint(hint?, model);
            }
            News::Broke(at, who, why) if at == self.session.table.len() => {
                model.notice.clear();
                model.open("Something broke off", broke_off(&who, &why));
            }
            // The match has gone on since.
            News::Chosen(..) | News::Hinted(..) | News::Broke(..) => {}
        }
        Ok(())
    }

    fn farewell(&mut self) -> String {
        let table = &self.session.table;
        if table.result().is_some() {
            let mut told = vec![self.session.dress.write(&tale::status(&**table))];
            told.extend(self.session.record().seed.map(|seed| format!("The seed of the dice was\n{seed}")));
            told.append(&mut self.farewell);
            if let Some(file) = self.session.saver.file() {
                let file = as_argument(&file);
                told.push(format!(
                    "Check its dice with\n  polynya verify {file}\nand see it again with\n  polynya replay {file}"
                ));
            }
            self.farewell = told;
        }
        self.farewell.join("\n")
    }
}
