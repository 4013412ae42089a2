//! How far somebody has come in lessons and puzzles at this terminal.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use polynya_engine::lesson::Lesson;
use serde::{Deserialize, Serialize};

use crate::files::state_folder;

/// How far somebody has come in a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// The step that comes next, from 0.
    pub step: usize,
    /// Was it ever finished?
    pub done: bool,
}

/// All progress, and the file that keeps it.
pub struct Learned {
    file: Option<PathBuf>,
    lessons: BTreeMap<String, Progress>,
}

fn name(game: &str, lesson: &Lesson) -> String {
    format!("{game}/{}", lesson.id)
}

impl Learned {
    /// Reads what was kept. A file that cannot be read is as good as none: lessons can be begun anew.
    pub fn read() -> Learned {
        let file = state_folder().map(|folder| folder.join("lessons.json"));
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok());
        let lessons = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Learned { file, lessons }
    }

    /// Nothing is known of anybody, and nothing is kept: for tests.
    #[cfg(test)]
    pub fn none() -> Learned {
        Learned { file: None, lessons: BTreeMap::new() }
    }

    /// Returns how far somebody has come in a lesson.
    pub fn of(&self, game: &str, lesson: &Lesson) -> Progress {
        let Progress { step, done } = self.lessons.get(&name(game, lesson)).copied().unwrap_or_default();
        Progress { step: if step < lesson.steps.len() { step } else { 0 }, done }
    }

    /// Remembers the step that comes next; behind the last one the lesson is done, and begins anew the next time.
    pub fn reached(&mut self, game: &str, lesson: &Lesson, step: usize) {
        let is_over = step >= lesson.steps.len();
        let progress = Progress { step: if is_over { 0 } else { step }, done: is_over || self.of(game, lesson).done };
        if self.lessons.insert(name(game, lesson), progress) != Some(progress) {
            self.write();
        }
    }

    /// Writes it down. Where nothing can be written the lesson goes on all the same.
    fn write(&self) {
        let Some(file) = &self.file else { return };
        let text = serde_json::to_string(&self.lessons).expect("progress is plain JSON");
        let folder = file.parent().expect("a file lies in a folder");
        let fresh = file.with_extension("json.new");
        let _ =
            fs::create_dir_all(folder).and_then(|()| fs::write(&fresh, text)).and_then(|()| fs::rename(&fresh, file));
    }
}
