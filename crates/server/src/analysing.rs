//! Analyses that are being made: each once, however many wait for it, and only as long as somebody does.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::watch;

use crate::protocol::{AnalysisProgress, AnalysisState};
use crate::routes::Prepared;
use crate::server::ServerError;

/// What came of it, once it is done.
type Made = Option<Result<Prepared, ServerError>>;

/// Held by everybody who waits for an analysis.
pub struct Wanted;

/// The analyses that are being made, by the codes of their tables.
#[derive(Default)]
pub struct Analysing(Mutex<HashMap<String, Arc<Course>>>);

/// How far one of them is.
pub struct Course {
    done: AtomicU32,
    steps: AtomicU32,
    wanted: Weak<Wanted>,
    made: watch::Sender<Made>,
}

impl Course {
    /// Does somebody still wait for it?
    pub fn is_wanted(&self) -> bool {
        self.wanted.strong_count() > 0
    }

    /// So many steps are done, of so many.
    pub fn note(&self, done: usize, steps: usize) {
        self.done.store(done as u32, Ordering::Relaxed);
        self.steps.store(steps as u32, Ordering::Relaxed);
    }
}

impl Analysing {
    /// Waits for the analysis of a table with all who do; the first of them begins it. What is returned is held as long
    /// as one waits.
    pub fn join(&self, code: &str, begin: impl FnOnce(Arc<Course>)) -> (Arc<Wanted>, watch::Receiver<Made>) {
        let mut all = self.lock();
        if let Some(course) = all.get(code)
            && let Some(wanted) = course.wanted.upgrade()
        {
            return (wanted, course.made.subscribe());
        }
        let wanted = Arc::new(Wanted);
        let (made, done) = watch::channel(None);
        let [nothing, steps] = [0, 0].map(AtomicU32::new);
        let course = Arc::new(Course { done: nothing, steps, wanted: Arc::downgrade(&wanted), made });
        all.insert(code.to_owned(), Arc::clone(&course));
        begin(course);
        (wanted, done)
    }

    /// It is done: all who wait are told.
    pub fn leave(&self, code: &str, course: &Arc<Course>, made: Result<Prepared, ServerError>) {
        let mut all = self.lock();
        // Another one may have been begun for those who came after everybody had gone away.
        if all.get(code).is_some_and(|current| Arc::ptr_eq(current, course)) {
            all.remove(code);
        }
        drop(all);
        course.made.send_replace(Some(made));
    }

    /// Returns how far the analysis of a table is, if somebody waits for one.
    pub fn progress(&self, code: &str) -> Option<AnalysisProgress> {
        let all = self.lock();
        let course = all.get(code).filter(|course| course.is_wanted())?;
        let (done, steps) = (course.done.load(Ordering::Relaxed), course.steps.load(Ordering::Relaxed));
        let state = if steps == 0 { AnalysisState::Waiting } else { AnalysisState::Working };
        Some(AnalysisProgress { state, done, steps })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Course>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn all_wait_for_one_and_whoever_goes_away_holds_up_nobody() {
        let analysing = Analysing::default();
        let mut begun = Vec::new();
        let (first, mut done) = analysing.join("kiwi", |course| begun.push(course));
        let (second, mut also) = analysing.join("kiwi", |_| panic!("it was begun"));
        let course = begun.pop().unwrap();
        drop(first);
        assert!(course.is_wanted());
        course.note(3, 7);
        let progress = analysing.progress("kiwi").unwrap();
        assert_eq!((progress.state, progress.done, progress.steps), (AnalysisState::Working, 3, 7));
        analysing.leave("kiwi", &course, Ok(Prepared::json("{}")));
        assert!(done.wait_for(Option::is_some).await.is_ok() && also.wait_for(Option::is_some).await.is_ok());
        drop(second);
        assert!(!course.is_wanted() && analysing.progress("kiwi").is_none());
        // What nobody waits for any more is begun anew for whoever comes.
        let (gone, _) = analysing.join("moa", |course| begun.push(course));
        drop(gone);
        let (_held, _) = analysing.join("moa", |course| begun.push(course));
        assert_eq!(begun.len(), 2);
        analysing.leave("moa", &begun[0], Err(ServerError::Stopping));
        assert!(analysing.progress("moa").is_some(), "the second one goes on");
    }
}
