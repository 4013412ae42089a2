//! How often an address may ask for something.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::gate::subnet;
use crate::metrics::What;
use crate::server::{Server, ServerError, times};

/// Bytes a second that the sockets of one address may send together: a school plays with a third of it.
const BYTES: NonZeroU32 = NonZeroU32::new(256 << 10).expect("it is more than none");
/// New tables in the lobby for one address in an hour; after that many, one in five minutes.
const LISTINGS: NonZeroU32 = NonZeroU32::new(12).expect("twelve is more than none");

/// Studies that one address may share in an hour, all at once if it likes: a class works behind one.
const SHARED: NonZeroU32 = NonZeroU32::new(120).expect("it is more than none");

type Limiter = DefaultKeyedRateLimiter<IpAddr>;

/// What each address may do in a while.
pub struct Limits {
    /// New tables, and records that are judged.
    openings: Limiter,
    /// New tables that the lobby is to show.
    listings: Limiter,
    /// Studies that are shared.
    studies: Limiter,
    /// Steps of lessons and of the analysis board, and boxes that are checked: a class learns behind one address.
    lessons: Limiter,
    /// Questions that are answered anew each time.
    questions: Limiter,
    /// Sockets.
    sockets: Limiter,
    /// Connections.
    pub arrivals: Arc<Limiter>,
    /// Bytes that sockets send together.
    pub bytes: Arc<Limiter>,
}

impl Limits {
    /// Returns the limits where one connection may send so many messages a second.
    pub fn new(rate: NonZeroU32) -> Limits {
        let each = NonZeroU32::new(rate.get() / 10).unwrap_or(NonZeroU32::MIN);
        let limiter = |each, burst| RateLimiter::keyed(Quota::per_second(each).allow_burst(burst));
        Limits {
            openings: limiter(each, rate),
            listings: RateLimiter::keyed(Quota::per_hour(LISTINGS)),
            studies: RateLimiter::keyed(Quota::per_hour(SHARED)),
            lessons: limiter(rate, times(rate, 5)),
            questions: limiter(times(rate, 4), times(rate, 40)),
            // Everybody comes back at once when the server does.
            sockets: limiter(rate, times(rate, 12)),
            arrivals: Arc::new(limiter(times(rate, 4), times(rate, 16))),
            bytes: Arc::new(limiter(BYTES, times(BYTES, 4))),
        }
    }

    /// Forgets the addresses that have asked for nothing lately.
    fn forget(&self) {
        let own = [&self.openings, &self.listings, &self.studies, &self.lessons, &self.questions, &self.sockets];
        for limiter in own.into_iter().chain([&*self.arrivals, &*self.bytes]) {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// What a question without a body costs, compared with one that a look into memory answers. Nothing where the answer is
/// ready, or where something else counts.
pub fn cost(path: &str) -> Option<NonZeroU32> {
    let asked = path.starts_with("/api/") || matches!(path, "/healthz" | "/metrics");
    let cost = match path {
        // Asks dozens of tables.
        "/api/lobby" => 4,
        // Draws a board.
        _ if path.ends_with("/view") => 2,
        _ if path.ends_with("/socket") || !asked => 0,
        _ => 1,
    };
    NonZeroU32::new(cost)
}

impl Server {
    /// May this address open another table, or have another record judged?
    pub fn may_open(&self, address: IpAddr) -> Result<(), ServerError> {
        let words = "Too many new tables or records from your address; wait a few seconds.";
        self.allow(address, |limits| &limits.openings, NonZeroU32::MIN, words)
    }

    /// May this address open another table that the lobby shows?
    pub fn may_list(&self, address: IpAddr) -> Result<(), ServerError> {
        let words = "Too many public tables from your address; wait some minutes, or open one that is not public.";
        self.allow(address, |limits| &limits.listings, NonZeroU32::MIN, words)
    }

    /// May this address share another study?
    pub fn may_share(&self, address: IpAddr) -> Result<(), ServerError> {
        let words = "Too many studies from your address; wait some minutes, or save this one as a file.";
        self.allow(address, |limits| &limits.studies, NonZeroU32::MIN, words)
    }

    /// May this address take another step of a lesson or on the analysis board, or have another box checked?
    pub fn may_learn(&self, address: IpAddr) -> Result<(), ServerError> {
        let words = "Too many steps of lessons, studies or boxes from your address; wait a few seconds.";
        self.allow(address, |limits| &limits.lessons, NonZeroU32::MIN, words)
    }

    /// May this address ask another question that costs so much?
    pub fn may_ask(&self, address: IpAddr, cost: NonZeroU32) -> Result<(), ServerError> {
        let words = "Too many questions from your address; wait a few seconds.";
        self.allow(address, |limits| &limits.questions, cost, words)
    }

    /// May this address connect to a table once more?
    pub fn may_connect(&self, address: IpAddr) -> Result<(), ServerError> {
        let words = "Too many connections to tables from your address; wait a few seconds.";
        let allowed = self.allow(address, |limits| &limits.sockets, NonZeroU32::MIN, words);
        allowed.inspect_err(|_| self.metrics.refuse(What::Viewer, address))
    }

    /// Forgets the addresses that have asked for nothing lately.
    pub fn forget_addresses(&self) {
        self.limits.iter().for_each(Limits::forget);
    }

    fn allow(
        &self,
        address: IpAddr,
        which: impl FnOnce(&Limits) -> &Limiter,
        cost: NonZeroU32,
        words: &str,
    ) -> Result<(), ServerError> {
        match self.limits.as_ref().map(|limits| which(limits).check_key_n(&subnet(address), cost)) {
            None | Some(Ok(Ok(()))) => Ok(()),
            Some(_) => Err(ServerError::TooMuch(words.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::cost;

    #[test]
    fn what_is_worked_out_anew_costs_more_and_pages_cost_nothing() {
        let costs = |path| cost(path).map_or(0, std::num::NonZeroU32::get);
        assert_eq!(["/", "/assets/index.js", "/table/kiwi", "/api/tables/kiwi/socket"].map(costs), [0; 4]);
        assert_eq!(["/healthz", "/metrics", "/api/games/polar-dare/set-up", "/api/tables/kiwi"].map(costs), [1; 4]);
        assert_eq!(["/api/tables/kiwi/view", "/api/lobby"].map(costs), [2, 4]);
    }
}
