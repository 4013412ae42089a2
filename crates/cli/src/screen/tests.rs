//! Screens without a terminal: golden ones of every game, and that nothing anybody does breaks one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use polynya_catalog::games;
use polynya_engine::{Luck, Record, Seed};
use ratatui::buffer::Buffer;

use super::ink::{self, Depth};
use super::{BROKE, Driver, ENTERED, Effect, Looks, Model, Scene, Signal, Teller, Topic, figures, heed_panics, view};
use crate::boards::Terminal;
use crate::commands::learn::full_screen::Lessons;
use crate::commands::learned::Learned;
use crate::commands::play::full_screen::{FullScreen, News};
use crate::commands::play::menu::Menu;
use crate::commands::play::saving::Saver;
use crate::commands::play::session::{Player, Session};
use crate::commands::replay::full_screen::Replay;
use crate::dress::Dress;

const LOOKS: Looks = Looks { depth: Depth::Full, ascii: false };

/// A match on a screen that nobody sees.
struct Stage {
    driver: FullScreen,
    model: Model,
    news: Receiver<Signal<News>>,
}

impl Stage {
    fn open(game: &str, options: &str, players: &[&str], size: (u16, u16)) -> Stage {
        let game = games::<Terminal>().get(game).expect("it is listed");
        let player = |name: &&str| match *name {
            "you" => Player::Person("you".to_owned()),
            bot => Player::Bot(bot.to_owned()),
        };
        let players: Vec<Player> = players.iter().map(player).collect();
        let table = game.open(options, players.len() as u8, Seed::of("screens")).expect("it starts");
        Stage::of(Session::new(game, table, players, Saver::new(None, "test"), Duration::ZERO), size)
    }

    fn of(session: Session, size: (u16, u16)) -> Stage {
        let (tell, news) = channel();
        let mut stage =
            Stage { driver: FullScreen::new(session), model: Model::new(Scene::default(), size.0, size.1), news };
        stage.driver.begin(Teller(tell), &mut stage.model).expect("it begins");
        stage
    }

    /// Takes what bots have chosen until a person is asked or the match is over.
    fn wait(&mut self) {
        while self.model.scene.choices.is_empty() && !self.driver.is_over() {
            let Ok(Signal::News(news)) = self.news.recv_timeout(Duration::from_secs(120)) else {
                panic!("no bot acts")
            };
            self.driver.hear(news, &mut self.model).expect("it is heard");
        }
    }

    fn take(&mut self, event: &Event) -> bool {
        match self.model.update(event) {
            Some(effect) => self.driver.obey(effect, &mut self.model).expect("it is obeyed"),
            None => true,
        }
    }

    fn press(&mut self, code: KeyCode) -> bool {
        self.take(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    /// Does the chosen move, whatever it leads to.
    fn act(&mut self) {
        self.press(KeyCode::Enter);
        if self.model.question.is_some() {
            self.press(KeyCode::Char('y'));
        }
    }

    fn write(&mut self, text: &str) {
        for sign in text.chars() {
            self.press(KeyCode::Char(sign));
        }
    }

    /// Returns what lies over the screen.
    fn page(&self) -> (&str, String) {
        self.model.page.as_ref().map_or(("", String::new()), |page| (&page.title, page.text.join("\n")))
    }

    fn screen(&self) -> String {
        let (width, height) = (self.model.area.width, self.model.area.height);
        let mut buffer = Buffer::empty(self.model.area);
        view::draw(&self.model, LOOKS, &mut buffer);
        let line = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
    }
}

fn golden(name: &str, screen: &str) {
    let file: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(format!("{name}.txt"));
    if std::env::var_os("POLYNYA_WRITE").is_some() {
        fs::create_dir_all(file.parent().expect("a folder")).expect("the folder");
        fs::write(&file, screen).expect("it is written");
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == screen, "{name} is not as it was (POLYNYA_WRITE=1 writes it again):\n{screen}\nIt was:\n{kept}");
}

const GAMES: [(&str, &str); 6] = [
    ("polar-dare", "{}"),
    ("piecepack-dare", r#"{"mega_ice_age":true,"homesick_penguins":true}"#),
    ("rescue-polar-bears", "{}"),
    ("ice-breakers", "{}"),
    ("polar-roller", "{}"),
    ("piecepack-dare", "{}"),
];

#[test]
fn screens_are_as_they_were() {
    for (index, (game, options)) in GAMES.into_iter().enumerate() {
        for size in [(80, 24), (120, 40)] {
            let mut stage = Stage::open(game, options, &["you", "you"], size);
            stage.press(KeyCode::Esc);
            let mut luck = Seed::of("keys").draw(0);
            for _ in 0..30 {
                let count = stage.model.listed().len();
                stage.model.select(luck.below(count.max(1) as u32) as usize);
                stage.act();
            }
            golden(&format!("{game}-{index}-{}x{}", size.0, size.1), &stage.screen());
        }
    }
}

#[test]
fn whole_matches_are_played_with_keys_alone() {
    let limits = [
        ("polar-dare", r#"{"turn_limit":12}"#),
        ("piecepack-dare", r#"{"turn_limit":12}"#),
        ("rescue-polar-bears", "{}"),
        ("ice-breakers", "{}"),
        ("polar-roller", "{}"),
    ];
    for (game, options) in limits {
        let mut stage = Stage::open(game, options, &["you", "random"], (80, 24));
        stage.press(KeyCode::Esc);
        let mut luck = Seed::of(game).draw(0);
        for presses in 0.. {
            assert!(presses < 20_000, "{game} does not end");
            stage.wait();
            if stage.driver.is_over() {
                break;
            }
            stage.model.select(luck.below(stage.model.listed().len() as u32) as usize);
            stage.act();
        }
        let screen = stage.screen();
        assert!(screen.starts_with("Over after ") || screen.starts_with("The match is over"), "{screen}");
        assert!(stage.press(KeyCode::Char('q')), "whether to save is asked first");
        assert!(!stage.press(KeyCode::Char('n')), "and then the screen is left");
        assert!(screen.contains("n another match"), "{screen}");
        // What the book lets lie is asked about, and kept if that is wanted.
        let (_, kept) = stage.driver.options();
        stage.press(KeyCode::Char('n'));
        if let Some(question) = &stage.model.question {
            assert!(["Keep the ice", "Another game right away"].iter().any(|label| question.text.starts_with(label)));
            assert!(screen.contains(question.text.split('?').next().unwrap_or_default()), "{screen}");
            stage.press(KeyCode::Char('y'));
            let read = |options: &str| serde_json::from_str::<serde_json::Value>(options).expect("options");
            assert_eq!(read(&stage.driver.options().0), read(&kept.expect("something lies there")), "{game}");
        } else {
            assert!(game != "rescue-polar-bears" && game != "ice-breakers");
        }
        assert!(!stage.driver.is_over() && stage.page().1.contains("SHA-256"), "{game}: {:?}", stage.page());
    }
}

/// Whatever the keys, the mouse and the size: everything is drawn, and the board's window is inside of the board.
#[test]
fn no_key_breaks_a_screen() {
    let cases: u32 = std::env::var("POLYNYA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(400);
    for (game, options) in GAMES {
        let mut stage = Stage::open(game, options, &["you", "you"], (80, 24));
        let mut luck = Seed::of(&format!("storm of {game}")).draw(0);
        for _ in 0..cases {
            let event = any_event(&mut luck, &stage.model);
            // Files are not written here, and whoever has left is not asked any more.
            let typed = stage.model.typing.as_ref().map_or("", |typing| typing.editor.text());
            if typed.starts_with("sa") || matches!(event, Event::Key(KeyEvent { code: KeyCode::Char('s'), .. })) {
                stage.model.typing = None;
                continue;
            }
            if let Some(effect) = stage.model.update(&event)
                && !matches!(effect, super::Effect::Leave { .. } | super::Effect::Interrupt | super::Effect::Hint)
            {
                stage.driver.obey(effect, &mut stage.model).expect("it is obeyed");
            }
            let screen = stage.screen();
            assert_eq!(screen.lines().count(), usize::from(stage.model.area.height));
            let ((line, column), board) = (stage.model.window(), stage.model.regions().board);
            let picture = &stage.model.scene.picture;
            assert!(line == 0 || line + usize::from(board.height) <= picture.board.len(), "{line}");
            assert!(column == 0 || column + usize::from(board.width) <= picture.width(), "{column}");
        }
    }
}

fn any_event(luck: &mut impl Luck, model: &Model) -> Event {
    const KEYS: [KeyCode; 16] = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::Char('y'),
        KeyCode::F(1),
    ];
    match luck.below(10) {
        0 => Event::Resize(1 + luck.below(200) as u16, 1 + luck.below(60) as u16),
        1 | 2 => {
            let kinds = [MouseEventKind::Down(MouseButton::Left), MouseEventKind::ScrollUp, MouseEventKind::ScrollDown];
            let (width, height) = (u32::from(model.area.width), u32::from(model.area.height));
            Event::Mouse(MouseEvent {
                kind: kinds[luck.below(3) as usize],
                column: luck.below(width.max(1)) as u16,
                row: luck.below(height.max(1)) as u16,
                modifiers: KeyModifiers::NONE,
            })
        }
        3..6 => Event::Key(KeyEvent::new(KEYS[luck.below(16) as usize], KeyModifiers::NONE)),
        _ => {
            let letter = char::from(b' ' + luck.below(95) as u8);
            Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE))
        }
    }
}

#[test]
fn a_move_is_typed_completed_and_done() {
    let mut stage = Stage::open("polar-dare", "{}", &["you", "you"], (80, 24));
    stage.press(KeyCode::Esc);
    stage.press(KeyCode::Char('r'));
    stage.write("/");
    let first = stage.model.scene.choices[0].words.clone();
    stage.write(&first[..first.len() - 1]);
    stage.press(KeyCode::Tab);
    assert!(stage.model.typing.as_ref().is_some_and(|typing| first.starts_with(typing.editor.text())));
    let before = stage.model.scene.log.clone();
    stage.press(KeyCode::Esc);
    stage.write("/1");
    stage.act();
    assert_ne!(stage.model.scene.log, before, "move 1 was done");
    stage.write("/nonsense");
    stage.press(KeyCode::Enter);
    assert!(stage.model.notice.starts_with("Unknown word"), "{}", stage.model.notice);
    stage.press(KeyCode::Char('u'));
    assert_eq!(stage.model.scene.log, before, "and taken back");
}

#[test]
fn a_click_on_the_board_lists_what_can_be_done_there() {
    let mut stage = Stage::open("rescue-polar-bears", "{}", &["you", "you"], (80, 24));
    stage.press(KeyCode::Esc);
    let spots = stage.model.scene.picture.spots();
    let named =
        |name: &str| stage.model.scene.choices.iter().any(|item| item.words.split(' ').any(|word| word == name));
    let Some(spot) = spots.iter().find(|spot| named(&spot.name)).cloned() else {
        panic!("some move names a place: {:?}", stage.model.scene.choices)
    };
    let (board, (line, column)) = (stage.model.regions().board, stage.model.window());
    let click = MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: board.x + (spot.column - column) as u16 + 1,
        row: board.y + (spot.line - line) as u16,
        modifiers: KeyModifiers::NONE,
    };
    stage.take(&Event::Mouse(click));
    assert_eq!(stage.model.places, [spot.name.as_str()]);
    assert!(stage.model.listed().iter().all(|(_, item)| item.words.contains(&spot.name)));
}

fn typing(model: &mut Model, text: &str) -> Option<Effect> {
    let keys = text.chars().map(|sign| if sign == '\n' { KeyCode::Enter } else { KeyCode::Char(sign) });
    keys.filter_map(|code| model.update(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))).last()
}

#[test]
fn a_question_of_others_waits_until_nothing_is_typed() {
    let scene = Scene { chat: Some(Vec::new()), ..Scene::default() };
    let mut model = Model::new(scene, 80, 24);
    let admit = |id: u32| Effect::Typed(format!("admit {id}"));
    typing(&mut model, "cwh");
    model.ask_in_turn(Topic::Seat(1), "Ben asks for seat 2. All right?".to_owned(), admit(1), None);
    model.next_question();
    assert_eq!(typing(&mut model, "y not\n"), Some(Effect::Say("why not".to_owned())));
    // It is put before it is answered: what was pressed meanwhile is no answer.
    assert_eq!(typing(&mut model, "y"), Some(Effect::Redo));
    model.next_question();
    assert_eq!(typing(&mut model, "y"), Some(admit(1)));
}

#[test]
fn an_own_question_is_answered_before_those_of_others() {
    let mut model = Model::new(Scene::default(), 80, 24);
    let text = || "All right?".to_owned();
    model.ask_in_turn(Topic::TakeBack, text(), Effect::Typed("yes".to_owned()), None);
    model.next_question();
    model.ask("Do you mean it?".to_owned(), Effect::Hint, None);
    model.next_question();
    assert_eq!(typing(&mut model, "y"), Some(Effect::Hint));
    model.next_question();
    assert_eq!(typing(&mut model, "y"), Some(Effect::Typed("yes".to_owned())));
    // What is settled is not asked any more, and what is asked again is asked once.
    for _ in 0..2 {
        model.ask_in_turn(Topic::TakeBack, text(), Effect::Hint, None);
        model.ask_in_turn(Topic::Again, text(), Effect::Help, None);
    }
    model.next_question();
    assert_eq!(model.questions_waiting(), 1);
    model.settle(|topic| topic == Topic::TakeBack);
    model.next_question();
    assert_eq!(typing(&mut model, "y"), Some(Effect::Help));
}

fn two_people(saver: Saver) -> Session {
    let game = games::<Terminal>().get("polar-dare").expect("it is listed");
    let players = ["Ann", "Ben"].map(|name| Player::Person(name.to_owned())).into_iter().collect();
    let table = game.open("{}", 2, Seed::of("screens")).expect("it starts");
    Session::new(game, table, players, saver, Duration::ZERO)
}

#[test]
fn a_match_that_cannot_be_kept_says_so_on_the_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).expect("a folder");
    let mut stage = Stage::of(two_people(Saver::new(Some(inner.join("match.json")), "test")), (80, 24));
    stage.press(KeyCode::Esc);
    fs::remove_dir_all(&inner).expect("it goes away");
    stage.press(KeyCode::Char('r'));
    let (title, text) = stage.page();
    assert!(title == "Not saved" && text.contains("cannot be saved"), "{title}: {text}");
    // The same again is said in the last line alone.
    stage.press(KeyCode::Esc);
    stage.press(KeyCode::Char('u'));
    stage.press(KeyCode::Enter);
    assert!(stage.page().0.is_empty() && stage.model.notice.contains("cannot be saved"), "{}", stage.model.notice);
    fs::create_dir(&inner).expect("a folder");
    stage.press(KeyCode::Enter);
    assert!(!stage.model.notice.contains("cannot be saved"), "{}", stage.model.notice);
}

#[test]
fn a_resumed_match_says_what_was_not_used_and_what_the_dice_are_bound_to() {
    let session = two_people(Saver::new(None, "test"));
    let stage = Stage::of(session.resumed(Some("The players in a.json were not used: why.".to_owned())), (80, 24));
    let (_, text) = stage.page();
    assert!(text.contains("goes on") && text.contains("were not used") && text.contains("SHA-256"), "{text}");
}

#[test]
fn a_bot_that_breaks_off_is_told() {
    let mut stage = Stage::of(two_people(Saver::new(None, "test")), (80, 24));
    let news = News::Broke(0, "the bot hard".to_owned(), "index out of bounds".to_owned());
    stage.driver.hear(news, &mut stage.model).expect("it is heard");
    let (_, text) = stage.page();
    assert!(text.contains("the bot hard") && text.contains("index out of bounds"), "{text}");
}

#[test]
fn a_thread_that_panics_leaves_the_screen_alone() {
    let program = std::env::current_exe().expect("this test");
    let args = ["--exact", "screen::tests::panics_elsewhere", "--ignored"];
    let done = std::process::Command::new(program).args(args).output().expect("it runs");
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
#[ignore = "in a process of its own, because a hook hears all threads"]
fn panics_elsewhere() {
    ENTERED.store(true, std::sync::atomic::Ordering::SeqCst);
    heed_panics(std::thread::current().id());
    let (tell, news) = channel();
    Teller(tell).work(|why| why, || panic!("mine"));
    assert!(matches!(news.recv(), Ok(Signal::News(why)) if why == "mine"));
    assert!(ENTERED.swap(false, std::sync::atomic::Ordering::SeqCst), "the terminal is still ours");
    assert!(BROKE.lock().expect("it is told later")[0].contains("mine"));
}

/// Over 9,600 baud that takes four seconds.
const MOST_BYTES: usize = 4 * 1024;
#[test]
fn a_move_sends_little_to_a_small_terminal_with_256_colours() {
    let mut most = Vec::new();
    for (game, options) in GAMES {
        let game = games::<Terminal>().get(game).expect("it is listed");
        for seats in [2, *game.info().seats.end()] {
            let figures = figures::measure(game, options, seats, (80, 24), Depth::Table, 150).expect("it is played");
            most.push((figures.bytes.iter().max().copied().unwrap_or_default(), game.info().id, seats));
        }
    }
    assert!(most.iter().all(|&(bytes, ..)| (1..=MOST_BYTES).contains(&bytes)), "{most:?}");
}

/// How well two colours tell from each other, from 1 to 21, as the WCAG measures it.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let light = |colour: [u8; 3]| {
        let [r, g, b] = colour.map(|part| match f64::from(part) / 255.0 {
            part if part <= 0.04045 => part / 12.92,
            part => ((part + 0.055) / 1.055).powf(2.4),
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (one, other) = (light(one), light(other));
    one.max(other) / one.min(other)
}

#[test]
fn every_word_reads_on_dark_and_on_light_terminals() {
    for (game, options) in GAMES {
        let mut stage = Stage::open(game, options, &["you", "you"], (120, 40));
        stage.press(KeyCode::Esc);
        for _ in 0..40 {
            stage.act();
        }
        let scene = &stage.model.scene;
        for line in scene.picture.board.iter().chain(&scene.picture.beside).chain(&scene.situation) {
            for (sign, style) in ink::row(line).into_iter().filter(|(sign, _)| sign.is_alphanumeric()) {
                let Some(ink) = style.fg.and_then(ink::numbers) else { continue };
                let grounds = style.bg.and_then(ink::numbers).map_or_else(|| vec![[0; 3], [255; 3]], |one| vec![one]);
                let least = grounds.iter().map(|&ground| contrast(ink, ground)).fold(21.0, f64::min);
                assert!(least >= 3.0, "{game}: `{sign}` in {ink:?} on {grounds:?}, {least:.1}: {line}");
            }
        }
    }
}

/// Any driver on a screen that nobody sees.
struct Shown<D: Driver> {
    driver: D,
    model: Model,
    news: Receiver<Signal<D::News>>,
}

impl<D: Driver> Shown<D> {
    fn open(mut driver: D, size: (u16, u16)) -> Shown<D> {
        let (tell, news) = channel();
        let mut model = Model::new(Scene::default(), size.0, size.1);
        driver.begin(Teller(tell), &mut model).expect("it begins");
        Shown { driver, model, news }
    }

    fn press(&mut self, code: KeyCode) -> bool {
        match self.model.update(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE))) {
            Some(effect) => self.driver.obey(effect, &mut self.model).expect("it is obeyed"),
            None => true,
        }
    }

    fn write(&mut self, text: &str) {
        text.chars().for_each(|sign| _ = self.press(KeyCode::Char(sign)));
    }

    fn hear(&mut self) {
        let Ok(Signal::News(news)) = self.news.recv_timeout(Duration::from_secs(120)) else { panic!("nothing comes") };
        self.driver.hear(news, &mut self.model).expect("it is heard");
    }

    fn screen(&self) -> String {
        let (width, height) = (self.model.area.width, self.model.area.height);
        let mut buffer = Buffer::empty(self.model.area);
        view::draw(&self.model, LOOKS, &mut buffer);
        let line = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
    }

    /// Goes down to the line of a list that begins like this, and chooses it.
    fn choose(&mut self, label: &str) {
        let at = self.model.scene.choices.iter().position(|item| item.label.starts_with(label));
        let at = at.unwrap_or_else(|| panic!("no {label} in {:?}", self.model.scene.choices));
        (0..at).for_each(|_| _ = self.press(KeyCode::Down));
        self.press(KeyCode::Enter);
    }
}

#[test]
fn every_lesson_is_gone_through_with_keys() {
    let games = games::<Terminal>();
    for size in [(80, 24), (120, 40)] {
        let mut stage = Shown::open(Lessons::new(&games, None, Learned::none()).expect("there are lessons"), size);
        golden(&format!("lessons-{}x{}", size.0, size.1), &stage.screen());
        // Behind the name stands how far somebody has come.
        let name = |label: &str| label.split_inclusive(" (").next().expect("there is a label").to_owned();
        let lessons: Vec<String> = stage.model.scene.choices.iter().map(|item| name(&item.label)).collect();
        assert!(lessons.len() > 10, "{lessons:?}");
        // They are the same at any size.
        let lessons = if size.0 == 80 { &lessons[..] } else { &lessons[..1] };
        for (number, lesson) in lessons.iter().enumerate() {
            stage.choose(lesson);
            if number == 0 {
                // What is wanted is lit on the board.
                for _ in 0..10 {
                    if stage.model.scene.marks.is_empty() {
                        stage.press(KeyCode::Char('h'));
                        stage.press(KeyCode::Enter);
                    }
                }
                assert!(!stage.model.scene.marks.is_empty(), "{}", stage.screen());
                golden(&format!("lesson-{}x{}", size.0, size.1), &stage.screen());
            }
            let mut presses = 0;
            while stage.model.scene.prompt.starts_with("Step ") {
                let told = stage.model.scene.told.clone();
                assert!(told[0].contains("(rule ") && stage.screen().contains("Step "), "{}", stage.screen());
                stage.press(KeyCode::Char('h'));
                stage.press(KeyCode::Enter);
                presses += 1;
                assert!(presses < 300, "{lesson} does not end: {}", stage.screen());
            }
        }
        assert!(!stage.press(KeyCode::Char('q')));
    }
}

#[test]
fn a_lesson_answers_what_is_not_wanted_and_goes_back() {
    let games = games::<Terminal>();
    let game = games.get("polar-dare").expect("it is listed");
    let mut stage = Shown::open(
        Lessons::new(&games, Some((game, &game.lessons()[0], 2)), Learned::none()).expect("a step"),
        (80, 24),
    );
    stage.write("/slide a1 n");
    stage.press(KeyCode::Enter);
    assert!(stage.screen().contains("Ice can wait"), "{}", stage.screen());
    stage.write("/hop start c4");
    stage.press(KeyCode::Enter);
    assert!(!stage.model.scene.told[1].is_empty(), "a refusal is told: {}", stage.screen());
    stage.press(KeyCode::Char('['));
    assert!(stage.model.scene.prompt.starts_with("Step 2 of"), "{}", stage.model.scene.prompt);
    stage.press(KeyCode::Esc);
    assert_eq!(stage.model.scene.prompt, "Which lesson?");
}

#[test]
fn a_replay_shows_luck_and_skill_and_what_was_better() {
    let games = games::<Terminal>();
    let game = games.get("polar-dare").expect("it is listed");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog/tests/records/floes.jsonl");
    let records = fs::read_to_string(file).expect("records");
    let record: Record = serde_json::from_str(records.lines().nth(9).expect("a match of 58 steps")).expect("a record");
    let steps = record.steps.len();
    let table = game.view(&record, steps).expect("it holds");
    let mut stage = Shown::open(Replay::new(game, table, record, Dress::default()), (80, 24));
    stage.press(KeyCode::Char('n'));
    assert!(stage.model.notice.contains("First a"), "{}", stage.model.notice);
    stage.press(KeyCode::Char('a'));
    while !stage.driver.is_analysed() {
        stage.hear();
    }
    let turning = stage.model.scene.turning.clone();
    assert!(!turning.is_empty(), "the match turned");
    for &at in &turning {
        if at > 0 {
            stage.press(KeyCode::Char('n'));
        }
        assert_eq!(stage.model.scene.at, Some((at, steps)));
        assert!(stage.screen().contains("Chances to win: Red"), "{}", stage.screen());
    }
    while stage.model.scene.marks.is_empty() {
        let before = stage.model.scene.at;
        stage.press(KeyCode::Char('p'));
        assert_ne!(stage.model.scene.at, before, "what was better is drawn somewhere");
    }
    for size in [(80, 24), (120, 40)] {
        stage.model.update(&Event::Resize(size.0, size.1));
        golden(&format!("replay-{}x{}", size.0, size.1), &stage.screen());
    }
    stage.press(KeyCode::Home);
    stage.press(KeyCode::Right);
    assert_eq!(stage.model.scene.at, Some((1, steps)));
    stage.press(KeyCode::End);
    assert!(stage.model.scene.situation.iter().any(|line| line.contains("Where it turned")));
    assert!(!stage.press(KeyCode::Char('q')));
}

#[test]
fn a_match_is_chosen_on_the_screen() {
    let games = games::<Terminal>();
    for size in [(80, 24), (120, 40)] {
        let menu = Menu::new(&games, Seed::of("menu"), Saver::new(None, ""), Duration::ZERO);
        let mut stage = Shown::open(menu, size);
        golden(&format!("menu-{}x{}", size.0, size.1), &stage.screen());
        stage.choose("Rescue Polar Bears");
        golden(&format!("menu-match-{}x{}", size.0, size.1), &stage.screen());
        stage.choose("Players:");
        stage.choose("3 players");
        stage.choose("Seat 2:");
        stage.choose("Somebody else");
        stage.write("Ben");
        stage.press(KeyCode::Enter);
        stage.choose("Start temperature:");
        stage.choose("12");
        stage.choose("Who begins:");
        stage.press(KeyCode::Esc);
        assert!(stage.screen().contains("Seat 2: Ben"), "{}", stage.screen());
        stage.choose("Start the match");
        assert!(stage.driver.is_playing());
        stage.press(KeyCode::Esc);
        assert!(stage.model.scene.situation.iter().any(|line| line.contains("Temperature 12")));
        assert!(stage.press(KeyCode::Char('q')), "whether to save is asked first");
    }
    // Every game starts as it is, and Escape leads out.
    for game in games.iter() {
        let menu = Menu::new(&games, Seed::of("menu"), Saver::new(None, ""), Duration::ZERO);
        let mut stage = Shown::open(menu, (80, 24));
        stage.choose(game.info().title);
        stage.choose("Start the match");
        assert!(stage.driver.is_playing(), "{}", game.info().id);
    }
    let menu = Menu::new(&games, Seed::of("menu"), Saver::new(None, ""), Duration::ZERO);
    let mut stage = Shown::open(menu, (80, 24));
    stage.choose("Polar Dare!");
    assert!(stage.press(KeyCode::Esc));
    assert!(!stage.press(KeyCode::Esc));
}

#[test]
fn a_hint_is_drawn_on_the_board_and_its_plan_is_done_with_enter() {
    let mut stage = Stage::open("polar-dare", "{}", &["you", "you"], (80, 24));
    stage.press(KeyCode::Esc);
    stage.press(KeyCode::Char('r'));
    stage.press(KeyCode::Char('h'));
    let Ok(Signal::News(news)) = stage.news.recv_timeout(Duration::from_secs(120)) else { panic!("no hint comes") };
    stage.driver.hear(news, &mut stage.model).expect("it is heard");
    assert!(stage.model.notice.starts_with("Try: "), "{}", stage.model.notice);
    let marks = stage.model.scene.marks.clone();
    let number = |sign: &str| marks.iter().any(|mark| mark.sign.contains(sign));
    assert!(number("1") && number("2"), "{marks:?}");
    assert!(marks.iter().all(|mark| stage.screen().contains(&mark.sign)), "{}", stage.screen());
    let first = stage.model.chosen().expect("a move").words.clone();
    stage.act();
    let after = &stage.model.scene;
    assert!(after.log.last().is_some_and(|told| told.len() > 10), "{first} was done: {:?}", after.log);
    assert!(!after.marks.is_empty() && after.marks != marks, "the rest of the plan is drawn: {:?}", after.marks);
    // Once more: why.
    stage.press(KeyCode::Char('h'));
    assert!(stage.page().1.contains("Why:"), "{:?}", stage.page());
}

#[test]
fn places_of_the_board_are_gone_over_and_chosen_with_keys() {
    for (game, options) in GAMES {
        let mut stage = Stage::open(game, options, &["you", "you"], (80, 24));
        stage.press(KeyCode::Esc);
        // To where something on the board can be chosen.
        let mut luck = Seed::of("places").draw(0);
        for _ in 0..200 {
            let spots = stage.model.scene.picture.spots();
            let named = |name: &str| {
                stage.model.scene.choices.iter().any(|item| item.words.split(' ').skip(1).any(|word| word == name))
            };
            if spots.iter().any(|spot| named(&spot.name)) {
                break;
            }
            let count = stage.model.listed().len();
            stage.model.select(luck.below(count as u32) as usize);
            stage.act();
        }
        stage.press(KeyCode::Char('b'));
        let first = stage.model.cursor.clone();
        assert!(first.is_some(), "{game}: {}", stage.screen());
        for arrow in [KeyCode::Up, KeyCode::Left, KeyCode::Down, KeyCode::Right, KeyCode::Down, KeyCode::Right] {
            stage.press(arrow);
            assert!(stage.model.cursor.is_some() && !stage.model.notice.is_empty(), "{game}");
            let ((line, column), board) = (stage.model.window(), stage.model.regions().board);
            let cursor = stage.model.cursor.clone();
            let spots = stage.model.scene.picture.spots();
            let inside = |spot: &&crate::Spot| {
                (line..line + usize::from(board.height)).contains(&spot.line)
                    && (column..column + usize::from(board.width)).contains(&spot.column)
            };
            assert!(
                spots.iter().filter(|spot| Some(&spot.name) == cursor.as_ref()).any(|spot| inside(&spot)),
                "{game}"
            );
        }
        stage.press(KeyCode::Char('n'));
        let place = stage.model.cursor.clone().expect("a place");
        let before = (stage.model.scene.choices.clone(), stage.model.scene.prompt.clone());
        stage.act();
        let listed = stage.model.places == [place.clone()];
        let after = (stage.model.scene.choices.clone(), stage.model.scene.prompt.clone());
        assert!(listed || after != before, "{game}: {place} does nothing: {}", stage.model.notice);
        stage.press(KeyCode::Esc);
        assert_eq!(stage.model.cursor, None);
    }
}

#[test]
fn what_was_taken_back_is_done_again_and_what_changed_is_told() {
    let mut stage = Stage::of(two_people(Saver::new(None, "test")), (80, 24));
    stage.press(KeyCode::Esc);
    (0..3).for_each(|_| stage.act());
    let before = stage.model.scene.log.clone();
    stage.press(KeyCode::Char('u'));
    if stage.model.question.is_some() {
        stage.press(KeyCode::Char('y'));
    }
    assert_ne!(stage.model.scene.log, before);
    stage.press(KeyCode::Char('y'));
    assert_eq!(stage.model.scene.log, before, "{}", stage.model.notice);
    stage.press(KeyCode::Char('x'));
    assert_eq!(stage.page().0, "Since you last acted");
    stage.press(KeyCode::Esc);
    stage.press(KeyCode::Char('m'));
    assert!(stage.page().0 == "Where you are" && stage.page().1.contains("Red"), "{:?}", stage.page());
}
