//! How many connections the system lets the program have.

/// What the program needs beside connections: its file, its log, its threads.
const RESERVED: usize = 64;

/// More than this is never asked for.
#[cfg(unix)]
const MOST: u64 = 65_536;

/// Raises the limit of open files as far as the system lets us; returns how many connections fit.
pub fn raise() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let wanted = maximum.map_or(MOST, |maximum| maximum.min(MOST));
        let raised = match current {
            Some(current) if current < wanted => {
                let done = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum });
                if done.is_ok() { wanted } else { current }
            }
            Some(current) => current,
            None => MOST,
        };
        usize::try_from(raised).unwrap_or(usize::MAX).saturating_sub(RESERVED).max(1)
    }
    #[cfg(not(unix))]
    {
        usize::MAX - RESERVED
    }
}

#[cfg(all(test, unix))]
mod tests {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    #[test]
    fn the_limit_is_raised_as_far_as_the_system_lets_us() {
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        let low = maximum.map_or(256, |maximum| maximum.min(256));
        setrlimit(Resource::Nofile, Rlimit { current: Some(low), maximum }).expect("it may be lowered");
        let connections = super::raise();
        let raised = getrlimit(Resource::Nofile).current.expect("a number");
        assert_eq!(raised, maximum.map_or(super::MOST, |maximum| maximum.min(super::MOST)));
        assert_eq!(connections as u64, raised - super::RESERVED as u64);
        // Nothing is left to raise.
        assert_eq!(super::raise(), connections);
    }
}
