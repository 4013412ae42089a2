//! How Thin Ice looks in the terminal.

use polynya::{Drawing, Dress, Terminal};
use polynya_catalog::{AnyMatch, Shows};
use polynya_engine::Line;

use crate::thin_ice::ThinIce;

impl Drawing for ThinIce {
    fn draw(&self, _: &dyn AnyMatch<Terminal>, _: &[String], _: &Dress) -> Option<String> {
        let fish = "><> ".repeat(usize::from(self.fish()));
        Some(format!("~~~~ the hole ~~~~\n{}", fish.trim_end()))
    }
}

impl Shows<Terminal> for ThinIce {
    fn picture(line: &Line<ThinIce>) -> &(dyn Drawing + 'static) {
        line.position()
    }

    fn change(_: &Line<ThinIce>, _: &ThinIce, (): &()) -> ((), ()) {
        ((), ())
    }
}
