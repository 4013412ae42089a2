//! Records of matches from elsewhere.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{ConnectInfo, Query, State};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use polynya_catalog::{CatalogError, Games};
use polynya_engine::{Record, Verified};
use serde::Deserialize;

use super::Guest;
use super::tables::opened;
use crate::gate::Address;
use crate::protocol::{Opened, Problem, Verdict};
use crate::server::{ImportedDice, Server, ServerError};
use crate::views::Browser;

/// With which dice a match goes on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Going {
    #[serde(default)]
    dice: ImportedDice,
}

/// Opens a table with a recorded match: to look at it, or to go on with it.
#[utoipa::path(post, path = "/api/records",
    params(("dice" = Option<String>, Query, description = "`same`: the dice go on that the record tells, and everybody at the table is told so; else there are new ones")),
    request_body(content = String, content_type = "application/json"),
    responses((status = 201, description = "It is open", body = Opened),
        (status = 409, description = "The record does not hold", body = Problem)))]
pub async fn import(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
    going: Result<Query<Going>, QueryRejection>,
    body: String,
) -> Result<impl IntoResponse, ServerError> {
    let wrong = |_| ServerError::Malformed("this is no wish for dice: `dice` is `new` or `same`".to_owned());
    let Query(Going { dice }) = going.map_err(wrong)?;
    server.import(address, &guest, body, dice).await.map(opened)
}

/// Judges a record, and its dice if it has a seed.
#[utoipa::path(post, path = "/api/verify", request_body(content = String, content_type = "application/json"),
    responses((status = 200, description = "The verdict", body = Verdict),
        (status = 409, description = "It is no record", body = Problem)))]
pub async fn verify(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    body: String,
) -> Result<Json<Verdict>, ServerError> {
    let games = Arc::clone(&server.games);
    let judged = server.job(address, move || Record::read(&body).map(|record| verdict(&games, record)));
    judged.await?.map(Json).map_err(|error| ServerError::Invalid(error.to_string()))
}

fn verdict(games: &Games<Browser>, record: Record) -> Verdict {
    let judged: Result<_, CatalogError> = games.get(&record.game).and_then(|game| {
        game.judge(&record)?;
        Ok((game, record))
    });
    match judged {
        Err(error) => Verdict { fault: Some(error.to_string()), ..Verdict::default() },
        Ok((_, record)) if record.seed.is_none() && record.luck.is_none() => {
            Verdict { holds: true, ..Verdict::default() }
        }
        Ok((game, record)) => match game.verify(&record) {
            Ok(Verified { draws, fixed, .. }) => Verdict {
                holds: true,
                draws: u32::try_from(draws).ok(),
                honest: Some(true),
                fixed: fixed.then_some(true),
                fault: None,
            },
            Err(fault) => Verdict {
                holds: true,
                honest: Some(false),
                fixed: record.luck.is_some().then_some(false),
                fault: Some(fault.to_string()),
                ..Verdict::default()
            },
        },
    }
}
