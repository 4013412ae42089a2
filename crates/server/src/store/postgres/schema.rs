//! What stands in the database, and how it is made.

use deadpool_postgres::Pool;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Row, Transaction};

use super::trouble::{Trouble, broken};
use crate::store::{NewRow, StoreError, columns};

/// What makes a database of version `i` one of version `i + 1`; the row of `version` says how many of them were done.
const MIGRATIONS: [&str; 3] = [TABLES, MARKS, PAPERS];

/// The version of the databases that this program writes.
pub const VERSION: i32 = MIGRATIONS.len() as i32;

/// Everything stands in a schema of this name; the search path of every connection leads there.
pub const SCHEMA: &str = "polynya";

/// Whoever makes or changes the schema holds this lock; tables have positive numbers.
const LOCK: i64 = -1;

// The last entry of each table stands in a narrow row of its own, which changes with every append: with room on its page
// no index changes with it. `writer` says which batch wrote an entry, so that whoever lost the connection while it was
// written finds out whether it was.
const TABLES: &str = "
    CREATE TABLE tables (
        id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        code      text NOT NULL UNIQUE,
        spoken    text,
        game      text NOT NULL,
        rules     integer NOT NULL,
        options   text NOT NULL,
        seats     smallint NOT NULL,
        secret    text NOT NULL,
        host      text NOT NULL,
        takebacks text NOT NULL,
        public    boolean NOT NULL,
        origin    integer NOT NULL,
        phase     text NOT NULL,
        created   bigint NOT NULL,
        touched   bigint NOT NULL,
        summary   text,
        hash      bytea NOT NULL
    );
    CREATE INDEX tables_public ON tables (id) WHERE public AND phase <> 'over';
    CREATE UNIQUE INDEX tables_spoken ON tables (spoken) WHERE spoken IS NOT NULL;
    CREATE TABLE entries (
        table_id bigint NOT NULL,
        n        integer NOT NULL,
        entry    text NOT NULL,
        hash     bytea NOT NULL,
        writer   bigint NOT NULL,
        PRIMARY KEY (table_id, n)
    );
    CREATE TABLE ends (
        table_id bigint PRIMARY KEY,
        n        integer NOT NULL,
        hash     bytea NOT NULL
    ) WITH (fillfactor = 40);
    CREATE TABLE guests (
        table_id bigint NOT NULL,
        guest    text NOT NULL,
        PRIMARY KEY (table_id, guest)
    );
    CREATE INDEX guests_tables ON guests (guest, table_id);
    CREATE TABLE health (
        id      integer PRIMARY KEY CHECK (id = 1),
        written bigint NOT NULL
    );
";

/// How often a table was changed other than by an append, and why whoever runs the nodes has closed it.
const MARKS: &str = "
    CREATE TABLE marks (
        table_id bigint PRIMARY KEY,
        edition  bigint NOT NULL,
        closed   text
    );
";

/// Analyses of matches, each with the version of its judges; and studies, each under the code of its link.
const PAPERS: &str = "
    CREATE TABLE analyses (
        table_id bigint PRIMARY KEY,
        version  integer NOT NULL,
        told     text NOT NULL
    );
    CREATE TABLE studies (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id     text NOT NULL UNIQUE,
        kept   bigint NOT NULL,
        record text NOT NULL
    );
";

/// Brings the database to the version of this program, or says why that cannot be.
pub async fn prepare(pool: &Pool) -> Result<(), StoreError> {
    let mut client = pool.get().await.map_err(|error| Trouble::from(error).explain())?;
    let transaction = client.transaction().await.map_err(broken)?;
    // Of several nodes that start together one does it, and the others find it done.
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(broken)?;
    let version = version(&transaction).await?;
    if version > VERSION {
        return Err(StoreError::Broken(format!(
            "the database is of version {version}, and this program knows versions up to {VERSION}; use a newer Polynya"
        )));
    }
    if version < VERSION {
        let change = |error: tokio_postgres::Error| match error.code() {
            Some(&SqlState::INSUFFICIENT_PRIVILEGE) => StoreError::Broken(format!(
                "the database is of version {version}, this program needs {VERSION}, and the user of the address may not \
                 change it ({}); start once with a user who may",
                Trouble::from(error).reason()
            )),
            _ => broken(error),
        };
        if version == 0 {
            let made = format!(
                "CREATE SCHEMA {SCHEMA}; CREATE TABLE {SCHEMA}.version (version integer NOT NULL);
                INSERT INTO {SCHEMA}.version VALUES (0)"
            );
            transaction.batch_execute(&made).await.map_err(change)?;
        }
        for migration in MIGRATIONS.iter().skip(version as usize) {
            transaction.batch_execute(migration).await.map_err(change)?;
        }
        transaction.execute("UPDATE version SET version = $1", &[&VERSION]).await.map_err(change)?;
    }
    transaction.commit().await.map_err(broken)
}

/// The version of a database; 0 if nothing of ours is there.
async fn version(client: &Transaction<'_>) -> Result<i32, StoreError> {
    const FOUND: &str = "SELECT to_regnamespace($1) IS NOT NULL, to_regclass($1 || '.version') IS NOT NULL";
    let found = client.query_one(FOUND, &[&SCHEMA]).await.map_err(broken)?;
    match (found.get::<_, bool>(0), found.get::<_, bool>(1)) {
        (false, _) => Ok(0),
        (true, false) => {
            Err(StoreError::Broken(format!("the schema `{SCHEMA}` of this database is not one of Polynya")))
        }
        (true, true) => Ok(client.query_one("SELECT version FROM version", &[]).await.map_err(broken)?.get(0)),
    }
}

/// What never changes about a table, from a row with all its columns.
pub fn table_row(row: &Row) -> NewRow {
    NewRow {
        code: row.get("code"),
        spoken: row.get("spoken"),
        game: row.get("game"),
        rules: row.get::<_, i32>("rules") as u16,
        options: row.get("options"),
        seats: row.get::<_, i16>("seats") as u8,
        secret: row.get("secret"),
        host: row.get("host"),
        takebacks: columns::takebacks_from(row.get("takebacks")),
        public: row.get("public"),
        origin: row.get::<_, i32>("origin") as u16,
    }
}
