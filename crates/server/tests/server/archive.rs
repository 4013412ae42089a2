//! All tables move from one store to another and back, equal to the byte.

use polynya_server::store::{Archived, KeptAnalysis, Postgres, Sqlite, Store, StoreError, Wait};

use crate::common::postgres::{connect, database};
use crate::common::{Chance, House, hasty};
use crate::store::{gathering, row};

/// The lines of a file's tables.
fn lines_of_file(file: &std::path::Path) -> Vec<String> {
    let mut lines = Vec::new();
    Sqlite::export(file, |table| lines.push(table.unwrap().write())).unwrap();
    lines
}

async fn lines_of_database(store: &Postgres) -> Vec<String> {
    let mut lines = Vec::new();
    store.export(|table| lines.push(table.unwrap().write())).await.unwrap();
    lines
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_move_between_stores_and_back_equal_to_the_byte() {
    let house = House::open(hasty()).await;
    let ann = house.guest().await;
    // In every phase, of several games.
    let mut running = String::new();
    for (luck, game) in (1..).zip(["polar-dare", "polar-roller", "ice-breakers", "rescue-polar-bears"]) {
        ann.open_game(game, &["me", "open"]).await;
        let code = ann.open_game(game, &["me", "random"]).await;
        let mut played = ann.join(&code).await;
        played.play_until(&mut Chance(luck), |visitor| visitor.table.n > 30 || visitor.table.over.is_some()).await;
        if played.table.over.is_none() {
            running = code;
        }
    }
    let mut over = ann.join(&ann.open_game("polar-dare", &["me", "random"]).await).await;
    over.play_out(&mut Chance(9)).await;
    // While the server runs.
    let many = std::env::var("POLYNYA_TABLES").map_or(0, |text| text.parse::<usize>().unwrap());
    for number in 0..many {
        house.server.store.create(row(&format!("fox-{number}")), vec!["ç".to_owned()], gathering()).await.unwrap();
    }
    drop(over);
    let house = house.reopen().await;
    let code = lines_of_file(&house.file()).iter().map(|line| Archived::read(line).unwrap().row.code).next().unwrap();
    let analysis = KeptAnalysis { version: 3, told: "{\"luck\":[0.5]}".to_owned() };
    house.server.store.papers().keep_analysis(code, analysis.clone()).await.unwrap();
    let lines = lines_of_file(&house.file());
    assert_eq!(lines.len(), 9 + many);
    assert_eq!(Archived::read(&lines[0]).unwrap().analysis, Some(analysis));

    let address = database().await;
    let store = Postgres::open(&address).await.unwrap();
    for line in &lines {
        store.import(Archived::read(line).unwrap()).await.unwrap();
    }
    assert_eq!(lines_of_database(&store).await, lines);
    let again = store.import(Archived::read(&lines[0]).unwrap()).await;
    assert_eq!(again, Err(StoreError::Taken));

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("back.db");
    let back = Sqlite::open(&file, Wait::Commit).unwrap();
    for line in lines_of_database(&store).await {
        back.import(Archived::read(&line).unwrap()).await.unwrap();
    }
    drop(back);
    assert_eq!(lines_of_file(&file), lines);

    // They are played on where they are now.
    store.close().await.unwrap();
    let node = House::on_database(hasty(), &address).await;
    let ann = node.same(&ann);
    let mut visitor = ann.join(&running).await;
    let n = visitor.table.n;
    // The bot may be to move first.
    visitor.play_until(&mut Chance(8), |visitor| visitor.table.n > n + 2 || visitor.table.over.is_some()).await;
    assert!(visitor.table.n > n);
    visitor.check_fresh().await;
}

#[tokio::test]
async fn a_line_that_was_changed_is_refused_and_a_damaged_table_is_named() {
    let address = database().await;
    let store = Postgres::open(&address).await.unwrap();
    store.create(row("fox"), vec!["a".to_owned(), "b".to_owned()], gathering()).await.unwrap();
    store.create(row("owl"), vec!["c".to_owned()], gathering()).await.unwrap();
    let lines = lines_of_database(&store).await;
    for (was, is, words) in [
        (r#""b""#, r#""x""#, "table fox is not as it was exported"),
        (r#""form":1"#, r#""form":2"#, "it has the form 2"),
        (r#""seats""#, r#""seat""#, "this is no line of an archive"),
        (r#""fox""#, r#""fax""#, "is not as it was exported"),
    ] {
        assert!(lines[0].contains(was), "{}", lines[0]);
        let Err(StoreError::Broken(why)) = Archived::read(&lines[0].replacen(was, is, 1)) else { panic!("{is}") };
        assert!(why.contains(words), "{why}");
    }
    connect(&address).await.batch_execute("UPDATE polynya.entries SET entry = 'x' WHERE n = 2").await.unwrap();
    let (mut whole, mut damaged) = (Vec::new(), Vec::new());
    store
        .export(|table| match table {
            Ok(table) => whole.push(table.row.code),
            Err(error) => damaged.push(error.to_string()),
        })
        .await
        .unwrap();
    assert_eq!(
        (whole, damaged),
        (vec!["owl".to_owned()], vec!["table fox: entry 2 was changed on the disk".to_owned()])
    );
}
