//! Where a match is kept. Nothing of another match is overwritten without a question.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use polynya_engine::Record;

use crate::failure::Failure;
use crate::screen;
use crate::terminal::Console;

/// The files of one match, shared with whoever is told that the program must end at once.
#[derive(Clone)]
pub struct Saver(Arc<Mutex<Files>>);

struct Files {
    /// Written after every step.
    every_step: Option<PathBuf>,
    /// The file that holds this match already, and as far as which step.
    own: Option<(PathBuf, Vec<String>)>,
    /// The name that is offered.
    name: String,
    /// The match as it stands.
    latest: Option<Record>,
}

impl Saver {
    /// Returns a saver for a new match, of which nothing is kept yet.
    pub fn new(every_step: Option<PathBuf>, game: &str) -> Saver {
        Saver::of(Files { every_step, own: None, name: format!("polynya-{game}"), latest: None })
    }

    /// Returns a saver for a match that came from this file.
    pub fn of_resumed(every_step: Option<PathBuf>, file: &Path, record: &Record) -> Saver {
        // The standard input is no file to write to.
        if file == Path::new("-") {
            return Saver::new(every_step, &record.game);
        }
        let name = file.file_stem().map_or_else(|| "polynya".to_owned(), |name| name.to_string_lossy().into_owned());
        Saver::of(Files { every_step, own: Some((file.to_owned(), record.steps.clone())), name, latest: None })
    }

    /// Offers a name for a match of this game.
    pub fn call(&self, game: &str) {
        self.files().name = format!("polynya-{game}");
    }

    /// Goes on with another match, of which nothing is kept yet.
    pub fn begin_another(&self, game: &str) {
        *self.files() = Files { every_step: None, own: None, name: format!("polynya-{game}"), latest: None };
    }

    fn of(files: Files) -> Saver {
        Saver(Arc::new(Mutex::new(files)))
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the file that holds this match.
    pub fn file(&self) -> Option<PathBuf> {
        self.files().own.as_ref().map(|(file, _)| file.clone())
    }

    /// Is there a file that is written after every step?
    pub fn keeps_every_step(&self) -> bool {
        self.files().every_step.is_some()
    }

    /// Takes note of how the match has gone on, and writes it to the file that is written after every step, if there is
    /// one.
    pub fn step(&self, record: Record) -> Result<(), String> {
        let mut files = self.files();
        files.latest = Some(record);
        match files.every_step.clone() {
            Some(file) => files.write(&file),
            None => Ok(()),
        }
    }

    /// Keeps the match where the player says; asks before it overwrites something else. Returns what to tell.
    pub fn save_as(&self, name: &str, console: &mut Console) -> Result<String, Failure> {
        match self.save(name, false) {
            Ok(told) => Ok(told),
            Err(file) if console.agrees(&format!("{} ", overwrite(&file)))? => {
                Ok(self.save(name, true).unwrap_or_default())
            }
            Err(_) => Ok("Not saved.".to_owned()),
        }
    }

    /// Keeps the match in this file, or in the one that is offered, and returns what to tell; or the file, if that holds
    /// something else and nobody is sure.
    pub fn save(&self, name: &str, sure: bool) -> Result<String, PathBuf> {
        let mut files = self.files();
        let file = if name.is_empty() { files.offered() } else { PathBuf::from(name) };
        if !sure && file.exists() && !file.is_dir() && !files.is_own(&file) {
            return Err(file);
        }
        Ok(match files.write(&file) {
            Ok(()) => files.saved_in(&file),
            Err(what) => what,
        })
    }

    /// Returns the file that is offered.
    pub fn offered(&self) -> PathBuf {
        self.files().offered()
    }

    /// Returns what to tell if the match is kept already, or if there is nothing to keep.
    pub fn kept(&self) -> Option<String> {
        self.files().kept_already()
    }

    /// Keeps the match, if it should be kept, when the player leaves. Returns what to tell.
    pub fn leave(&self, console: &mut Console) -> Result<String, Failure> {
        if let Some(done) = self.kept() {
            return Ok(done);
        }
        loop {
            let offered = self.offered();
            let question = format!("Save the match in {}? [Y/n, or a name] ", offered.display());
            let Some(answer) = console.ask(&question)? else { return self.at_end_of_input() };
            let told = match answer.to_lowercase().as_str() {
                "n" | "no" => return Ok("Not saved.".to_owned()),
                "" | "y" | "yes" => self.save_as(&offered.to_string_lossy(), console)?,
                // A slip of the finger is no name.
                slip if slip.chars().count() == 1 => "Please answer y or n, or type the name of a file.".to_owned(),
                _ => self.save_as(&answer, console)?,
            };
            if self.kept().is_some() {
                return Ok(told);
            }
            console.say(&told)?;
        }
    }

    /// Keeps the match where nothing else is lost, because nobody can be asked any more. Returns what to tell.
    pub fn at_end_of_input(&self) -> Result<String, Failure> {
        self.files().keep_unasked().map_err(Failure::input)
    }

    /// Makes an interruption, a hang-up or a request to end keep the match before it ends the program.
    pub fn guard(&self) {
        let saver = self.clone();
        // Where no handler can be set, the program just ends as any other does.
        let _ = ctrlc::set_handler(move || {
            // Held until the end: nothing else is written any more.
            let mut files = saver.files();
            let told = match files.latest {
                Some(_) => files.keep_unasked().unwrap_or_else(|what| what),
                None => String::new(),
            };
            screen::restore();
            // The terminal may be gone.
            let _ = writeln!(io::stdout(), "\n{told}");
            std::process::exit(screen::INTERRUPTED);
        });
    }
}

impl Files {
    fn steps(&self) -> &[String] {
        self.latest.as_ref().map_or(&[], |record| record.steps.as_slice())
    }

    fn is_own(&self, file: &Path) -> bool {
        self.own.as_ref().is_some_and(|(own, _)| own == file) || self.every_step.as_deref() == Some(file)
    }

    fn keep_unasked(&mut self) -> Result<String, String> {
        if let Some(done) = self.kept_already() {
            return Ok(done);
        }
        let file = match &self.own {
            Some((file, steps)) if self.steps().starts_with(steps) => file.clone(),
            _ => self.free(),
        };
        self.write(&file)?;
        Ok(self.saved_in(&file))
    }

    fn kept_already(&self) -> Option<String> {
        match &self.own {
            Some((file, steps)) if steps == self.steps() => Some(self.saved_in(file)),
            None if self.steps().is_empty() => Some("Nothing was played, so nothing was saved.".to_owned()),
            _ => None,
        }
    }

    /// Says where the match is and, while it is not over, how it goes on.
    fn saved_in(&self, file: &Path) -> String {
        let saved = format!("Saved in {}.", file.display());
        match &self.latest {
            Some(record) if record.result.is_none() => {
                format!("{saved} Continue with:\n  polynya play --resume {}", as_argument(file))
            }
            _ => saved,
        }
    }

    fn offered(&self) -> PathBuf {
        self.own.as_ref().map_or_else(|| self.free(), |(file, _)| file.clone())
    }

    /// Returns a name in the current folder that no file has.
    fn free(&self) -> PathBuf {
        let names = (1_u64..).map(|number| match number {
            1 => PathBuf::from(format!("{}.json", self.name)),
            _ => PathBuf::from(format!("{}-{number}.json", self.name)),
        });
        names.into_iter().find(|name| !name.exists()).expect("names do not run out")
    }

    /// Writes beside the file first and then takes its place, so that no moment leaves half a match.
    fn write(&mut self, file: &Path) -> Result<(), String> {
        let Some(record) = &self.latest else { return Ok(()) };
        let whole = || -> io::Result<()> {
            if file.is_dir() {
                return Err(io::Error::other("it is a folder"));
            }
            // A link stays a link; what it leads to is written.
            let target = file.canonicalize().unwrap_or_else(|_| file.to_owned());
            let mut part = target.clone().into_os_string();
            part.push(format!(".{}.part", std::process::id()));
            let mut begun = fs::File::create_new(&part)?;
            begun.write_all(format!("{}\n", record.write()).as_bytes())?;
            fs::rename(&part, &target).inspect_err(|_| {
                let _ = fs::remove_file(&part);
            })
        };
        whole().map_err(|error| format!("{} cannot be saved: {error}", file.display()))?;
        self.own = Some((file.to_owned(), record.steps.clone()));
        Ok(())
    }
}

/// Returns the question whether a file may be overwritten.
pub fn overwrite(file: &Path) -> String {
    format!("{} exists. Overwrite it? [y/N]", file.display())
}

/// Returns the name of a file as it is typed after a command.
pub fn as_argument(file: &Path) -> String {
    let name = file.display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "-_./+,:@%".contains(letter);
    let name = if name.starts_with('-') { format!("./{name}") } else { name };
    if name.chars().all(plain) { name } else { format!("'{}'", name.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_be_typed_after_a_command() {
        assert_eq!(as_argument(Path::new("a/b-1.json")), "a/b-1.json");
        assert_eq!(as_argument(Path::new("-x")), "./-x");
        assert_eq!(as_argument(Path::new("Ann's match")), r"'Ann'\''s match'");
    }
}
