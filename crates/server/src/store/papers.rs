//! What is kept beside the tables: the analyses of matches, each made once, and studies, found by their links alone.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::Answer;
use super::archive::FORM;

/// Studies that are kept; the oldest make room.
pub const MAX_STUDIES: u32 = 4096;

/// The analysis of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptAnalysis {
    /// The version of the judges; those of another are made anew.
    pub version: u32,
    /// What is told of the match, as JSON.
    pub told: String,
}

/// A study on its way to another store or from one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptStudy {
    /// The code in its link.
    pub id: String,
    /// When it was kept, in seconds since 1970.
    pub kept: i64,
    /// The record with its variations.
    pub record: String,
}

/// A line of an archive.
#[derive(Serialize, Deserialize)]
struct Line<T> {
    form: u32,
    study: T,
}

impl KeptStudy {
    /// Returns its line of an archive, without the end of the line.
    pub fn write(&self) -> String {
        serde_json::to_string(&Line { form: FORM, study: self }).expect("a study is plain JSON")
    }

    /// Reads a line of an archive, if it is one of a study.
    pub fn read(line: &str) -> Option<KeptStudy> {
        let line: Line<KeptStudy> = serde_json::from_str(line).ok()?;
        (line.form == FORM).then_some(line.study)
    }
}

/// A store that keeps them.
pub trait Papers: Send + Sync {
    /// Keeps the analysis of a table's match, in the place of an older one; nothing if there is no such table any more.
    fn keep_analysis(&self, code: String, analysis: KeptAnalysis) -> Answer<'_, ()>;
    /// Returns the analysis of a table's match.
    fn analysis<'a>(&'a self, code: &'a str) -> Answer<'a, Option<KeptAnalysis>>;
    /// Keeps a study. If there are too many, the oldest go.
    fn keep_study(&self, study: KeptStudy) -> Answer<'_, ()>;
    /// Returns the record of a study.
    fn study<'a>(&'a self, id: &'a str) -> Answer<'a, Option<String>>;
    /// Deletes studies that were kept before; returns how many.
    fn expire_studies(&self, before: SystemTime) -> Answer<'_, u64>;
}
