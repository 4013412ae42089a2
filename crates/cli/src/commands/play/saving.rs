//! Where a match is kept. Nothing of another match is overwritten without a question.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use polynya_engine::Record;

use crate::failure::Failure;
use crate::terminal::Console;

/// The files of one match.
pub struct Saver {
    /// Written after every step.
    every_step: Option<PathBuf>,
    /// The file that holds this match already, and as far as which step.
    own: Option<(PathBuf, Vec<String>)>,
    /// The name that is offered.
    name: String,
}

impl Saver {
    /// Nothing is kept yet.
    pub fn new(every_step: Option<PathBuf>, game: &str) -> Saver {
        Saver { every_step, own: None, name: format!("polynya-{game}") }
    }

    /// The match came from this file.
    pub fn of_resumed(every_step: Option<PathBuf>, file: &Path, record: &Record) -> Saver {
        // The standard input is no file to write to.
        if file == Path::new("-") {
            return Saver::new(every_step, &record.game);
        }
        let name = file.file_stem().map_or_else(|| "polynya".to_owned(), |name| name.to_string_lossy().into_owned());
        Saver { every_step, own: Some((file.to_owned(), record.steps.clone())), name }
    }

    /// The file that holds this match.
    pub fn file(&self) -> Option<&Path> {
        self.own.as_ref().map(|(file, _)| file.as_path())
    }

    /// Keeps the match in the file that is written after every step, if there is one.
    pub fn step(&mut self, record: impl FnOnce() -> Record) -> Result<(), String> {
        match self.every_step.clone() {
            Some(file) => self.write(&file, &record()),
            None => Ok(()),
        }
    }

    /// Keeps the match where the player says; asks before it overwrites something else. Answers what to tell.
    pub fn save_as(&mut self, name: &str, record: &Record, console: &mut Console) -> Result<String, Failure> {
        let file = if name.is_empty() { self.offered() } else { PathBuf::from(name) };
        let own = self.own.as_ref().is_some_and(|(own, _)| *own == file) || self.every_step.as_ref() == Some(&file);
        if file.exists() && !own {
            let question = format!("{} exists. Overwrite it? [y/N] ", file.display());
            let answer = console.ask(&question)?.unwrap_or_default().to_lowercase();
            if answer != "y" && answer != "yes" {
                return Ok("Not saved.".to_owned());
            }
        }
        Ok(match self.write(&file, record) {
            Ok(()) => format!("Saved in {}.", file.display()),
            Err(what) => what,
        })
    }

    /// The player leaves: the match is kept if it should be. Answers what to tell.
    pub fn leave(&mut self, record: &Record, console: &mut Console) -> Result<String, Failure> {
        if let Some(done) = self.kept_already(record) {
            return Ok(done);
        }
        loop {
            let offered = self.offered();
            let question = format!("Save the match in {}? [Y/n, or a name] ", offered.display());
            let told = match console.ask(&question)? {
                None => return self.at_end_of_input(record),
                Some(answer) if ["n", "no"].contains(&answer.to_lowercase().as_str()) => {
                    return Ok("Not saved.".to_owned());
                }
                Some(answer) if ["", "y", "yes"].contains(&answer.to_lowercase().as_str()) => {
                    self.save_as(&offered.to_string_lossy(), record, console)?
                }
                Some(answer) => self.save_as(&answer, record, console)?,
            };
            if self.kept_already(record).is_some() {
                return Ok(told);
            }
            console.say(&told)?;
        }
    }

    /// Nobody can be asked any more: the match is kept where nothing else is lost.
    pub fn at_end_of_input(&mut self, record: &Record) -> Result<String, Failure> {
        if let Some(done) = self.kept_already(record) {
            return Ok(done);
        }
        let file = match &self.own {
            Some((file, steps)) if record.steps.starts_with(steps) => file.clone(),
            _ => self.free(),
        };
        self.write(&file, record).map_err(Failure::input)?;
        Ok(format!("Saved in {}.", file.display()))
    }

    fn kept_already(&self, record: &Record) -> Option<String> {
        match &self.own {
            Some((file, steps)) if *steps == record.steps => Some(format!("Saved in {}.", file.display())),
            None if record.steps.is_empty() => Some("Nothing was played, so nothing was saved.".to_owned()),
            _ => None,
        }
    }

    fn offered(&self) -> PathBuf {
        self.own.as_ref().map_or_else(|| self.free(), |(file, _)| file.clone())
    }

    /// A name in the current folder that no file has.
    fn free(&self) -> PathBuf {
        let names = (1_u64..).map(|number| match number {
            1 => PathBuf::from(format!("{}.json", self.name)),
            _ => PathBuf::from(format!("{}-{number}.json", self.name)),
        });
        names.into_iter().find(|name| !name.exists()).expect("names do not run out")
    }

    /// Writes beside the file first and then takes its place, so that no moment leaves half a match.
    fn write(&mut self, file: &Path, record: &Record) -> Result<(), String> {
        let whole = || -> io::Result<()> {
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
