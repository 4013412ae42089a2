//! Screens without a terminal: golden ones of every game, and that nothing anybody does breaks one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use polynya_catalog::games;
use polynya_engine::{Luck, Seed};
use ratatui::Terminal as Canvas;
use ratatui::backend::TestBackend;

use super::ink::Depth;
use super::{Driver, Looks, Model, Scene, Signal, Teller, view};
use crate::boards::Terminal;
use crate::commands::play::full_screen::{FullScreen, News};
use crate::commands::play::saving::Saver;
use crate::commands::play::session::{Player, Session};

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
        let session = Session::new(game, table, players, Saver::new(None, "test"), Duration::ZERO);
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

    fn write(&mut self, text: &str) {
        text.chars().for_each(|sign| drop(self.press(KeyCode::Char(sign))));
    }

    fn screen(&self) -> String {
        let (width, height) = (self.model.area.width, self.model.area.height);
        let mut canvas = Canvas::new(TestBackend::new(width, height)).expect("a screen");
        canvas.draw(|frame| view::draw(&self.model, LOOKS, frame)).expect("it is drawn");
        let buffer = canvas.backend().buffer();
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
                stage.model.selected = luck.below(count.max(1) as u32) as usize;
                stage.press(KeyCode::Enter);
                stage.press(KeyCode::Char('y'));
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
            stage.model.selected = luck.below(stage.model.listed().len() as u32) as usize;
            stage.press(KeyCode::Enter);
            stage.press(KeyCode::Char('y'));
        }
        let screen = stage.screen();
        assert!(screen.starts_with("Over after ") || screen.starts_with("The match is over"), "{screen}");
        assert!(stage.press(KeyCode::Char('q')), "whether to save is asked first");
        assert!(!stage.press(KeyCode::Char('n')), "and then the screen is left");
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
    stage.press(KeyCode::Enter);
    stage.press(KeyCode::Char('y'));
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
    assert_eq!(stage.model.place.as_deref(), Some(spot.name.as_str()));
    assert!(stage.model.listed().iter().all(|(_, item)| item.words.contains(&spot.name)));
}
