//! Many matches on several threads.

pub use rayon::ThreadPool;
use rayon::prelude::*;
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};

/// Creates a pool of threads; 0 stands for one a core.
///
/// # Errors
///
/// Fails where the system gives no thread.
pub fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(threads).build()
}

/// Does the tasks with the numbers below `tasks`, and returns their results in the order of their numbers.
pub fn map<T: Send>(pool: &ThreadPool, tasks: u64, task: impl Fn(u64) -> T + Sync + Send) -> Vec<T> {
    pool.install(|| (0..tasks).into_par_iter().map(task).collect())
}
