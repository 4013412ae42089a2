//! How Thin Ice looks in the terminal.

use polynya::{Drawing, Picture, Sitting, Terminal};
use polynya_catalog::Shows;
use polynya_engine::Line;

use crate::thin_ice::ThinIce;

impl Drawing for ThinIce {
    fn draw(&self, _: &Sitting<'_>) -> Option<Picture> {
        let fish = "><> ".repeat(usize::from(self.fish()));
        let board = vec!["~~~~ the hole ~~~~".to_owned(), fish.trim_end().to_owned()];
        Some(Picture { board, ..Picture::default() })
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
