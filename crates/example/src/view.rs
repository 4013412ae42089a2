//! What a browser is told of Thin Ice.

use polynya_server::in_browser;
use polynya_server::views::Projection;
use serde::Serialize;

use crate::thin_ice::ThinIce;

/// What a drawing needs to know.
#[derive(Serialize)]
pub struct ThinIceView {
    fish: u8,
    seat: usize,
}

in_browser!(ThinIce);

impl Projection for ThinIce {
    type View = ThinIceView;

    fn view(&self) -> ThinIceView {
        ThinIceView { fish: self.fish(), seat: self.seat().number() }
    }
}
