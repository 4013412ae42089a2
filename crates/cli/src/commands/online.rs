//! `polynya join`, `watch`, `open` and `lobby`: the same tables as in the browser.

mod orders;
mod table;

use polynya_catalog::{Games, USUAL_BOT};
use polynya_client::{Address, Guest, TableAddress};
use polynya_engine::plural;
use polynya_server::protocol::{Holder, NewTable, Phase, SeatInfo, TableInfo};

use crate::Terminal;
use crate::failure::Failure;
use crate::files::state_folder;
use crate::options::OptionArgs;
use crate::output::say;
use crate::screen::{self, Looks};
use crate::terminal;

/// How a table is shown, and to whom.
#[derive(clap::Args)]
struct Show {
    /// The name by which the table calls you
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// No colour (also with NO_COLOR set)
    #[arg(long, alias = "no-colour")]
    no_color: bool,
    /// Draw with ASCII signs only
    #[arg(long)]
    ascii: bool,
    /// Line by line instead of on the whole screen (also where there is no terminal): for pipes and screen readers
    #[arg(long)]
    plain: bool,
}

impl Show {
    fn name(&self) -> String {
        let name = self.name.clone().or_else(|| std::env::var("USER").ok());
        let name: String = name.unwrap_or_default().trim().chars().filter(|sign| !sign.is_control()).take(20).collect();
        if name.is_empty() { "Guest".to_owned() } else { name }
    }
}

/// Sit down at a table on the web.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  polynya join http://192.168.1.5:4040/t/CODE     the link that the host has sent
  polynya join 'blue whale sings 7'               the words of a table at this computer
  polynya join CODE --url http://192.168.1.5:4040 --name Ann")]
pub struct JoinArgs {
    /// The link of the table, its code, or its three words and number
    table: String,
    /// The server, where the link does not name it [default: this computer]
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    #[command(flatten)]
    show: Show,
}

/// Watch a table on the web.
#[derive(clap::Args)]
pub struct WatchArgs {
    #[command(flatten)]
    join: JoinArgs,
}

/// Open a table on the web and sit down at it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  polynya open polar-dare                          you and an open seat, at the server of this computer
  polynya open ice-breakers --seats me,open,normal --url http://192.168.1.5:4040")]
pub struct OpenArgs {
    /// The game
    game: String,
    /// Who is to sit where: `me`, `open`, or the name of a bot
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    seats: Vec<String>,
    #[command(flatten)]
    options: OptionArgs,
    /// Show the table in the lobby of the server
    #[arg(long)]
    public: bool,
    /// The server [default: this computer]
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    #[command(flatten)]
    show: Show,
}

/// List the tables of a server: yours, and those that are open to everybody.
#[derive(clap::Args)]
pub struct LobbyArgs {
    /// The server [default: this computer]
    #[arg(value_name = "URL")]
    url: Option<String>,
}

/// Sits down at a table.
pub fn join(args: &JoinArgs, games: &Games<Terminal>) -> Result<(), Failure> {
    visit(args, games, false)
}

/// Watches a table.
pub fn watch(args: &WatchArgs, games: &Games<Terminal>) -> Result<(), Failure> {
    visit(&args.join, games, true)
}

fn visit(args: &JoinArgs, games: &Games<Terminal>, watches: bool) -> Result<(), Failure> {
    let table = TableAddress::read(&args.table, &server(args.url.as_deref())?).map_err(Failure::input)?;
    let guest = guest(&table.server)?;
    let code = match table.secret {
        Some(_) => guest.claim(&table).map_err(Failure::input)?,
        None => table.code,
    };
    show(guest, code, &args.show, games, watches)
}

/// Opens a table and sits down at it.
pub fn open(args: &OpenArgs, games: &Games<Terminal>) -> Result<(), Failure> {
    let game = games.get(&args.game.to_lowercase())?;
    let guest = guest(&server(args.url.as_deref())?)?;
    let mut seats = args.seats.clone();
    if seats.is_empty() {
        seats = vec!["open".to_owned(); usize::from(game.info().usual_seats)];
        seats[0] = "me".to_owned();
    }
    let options = serde_json::from_str(&args.options.json(game.info().id)?).map_err(Failure::input)?;
    let new = NewTable {
        game: game.info().id.to_owned(),
        options,
        seats,
        name: args.show.name(),
        names: Vec::new(),
        first: polynya_server::protocol::First::default(),
        sets: Vec::new(),
        takebacks: polynya_server::protocol::Takebacks::default(),
        public: args.public,
        closed: false,
        clock: None,
    };
    let code = guest.open(&new).map_err(Failure::input)?;
    show(guest, code, &args.show, games, false)
}

fn show(guest: Guest, code: String, show: &Show, games: &Games<Terminal>, watches: bool) -> Result<(), Failure> {
    let looks = Looks::of(show.no_color, show.ascii, |name| std::env::var(name).ok());
    let name = if watches { None } else { Some(show.name()) };
    let table = table::OnlineTable::new(guest, code, name, games, state_folder());
    if show.plain || !screen::is_possible() {
        if show.no_color {
            terminal::without_colour();
        }
        return screen::plain::run(table);
    }
    screen::run(table, looks)
}

/// Lists the tables of a server.
pub fn lobby(args: &LobbyArgs) -> Result<(), Failure> {
    let guest = guest(&server(args.url.as_deref())?)?;
    let lobby = guest.lobby().map_err(Failure::input)?;
    for (title, tables) in [("Your tables", &lobby.yours), ("Open to everybody", &lobby.public)] {
        say!("{title}:")?;
        for table in tables {
            say!("  {}", told(table))?;
            say!("    polynya join {}/t/{}", guest.server, table.code)?;
        }
        if tables.is_empty() {
            say!("  none")?;
        }
    }
    say!("Open one: polynya open polar-dare --url {}", guest.server)
}

fn told(table: &TableInfo) -> String {
    let holder = |seat: &SeatInfo| match seat.holder {
        Holder::Open => "open".to_owned(),
        Holder::Person => seat.player.clone(),
        Holder::Bot => seat.bot.clone().unwrap_or_else(|| USUAL_BOT.to_owned()),
    };
    let seats: Vec<String> = table.seats.iter().map(holder).collect();
    let phase = match table.phase {
        Phase::Gathering => "people gather",
        Phase::Playing if table.your_turn => "your turn",
        Phase::Playing => "they play",
        Phase::Over => "over",
    };
    let minutes = table.idle / 60;
    let idle = if minutes > 0 { format!(", quiet for {}", plural(minutes, "minute")) } else { String::new() };
    format!("{}: {} ({phase}{idle})", table.game, seats.join(", "))
}

fn server(url: Option<&str>) -> Result<Address, Failure> {
    url.map_or_else(|| Ok(Address::default()), |url| url.parse().map_err(Failure::input))
}

/// Returns who this person is for a server: the same as the last time.
fn guest(server: &Address) -> Result<Guest, Failure> {
    Guest::kept(server, state_folder()).map_err(Failure::input)
}
