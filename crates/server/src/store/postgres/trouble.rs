//! What can go wrong with a database on the other side of a connection, in words.

use deadpool_postgres::PoolError;
use tokio_postgres::error::SqlState;

use crate::store::StoreError;

/// Why something was not done.
pub enum Trouble {
    /// The database did not answer in time, or not at all: it may have done what was asked.
    Gone(String),
    /// It has refused.
    Refused(tokio_postgres::Error),
}

impl From<tokio_postgres::Error> for Trouble {
    fn from(error: tokio_postgres::Error) -> Trouble {
        // Classes 08 and 57P: the connection ends. 53300: too many have one. 40: others were in the way.
        let passes = |state: &SqlState| ["08", "57P", "53300", "40"].iter().any(|part| state.code().starts_with(part));
        let source = std::error::Error::source(&error);
        let cut = error.is_closed() || source.and_then(|why| why.downcast_ref::<std::io::Error>()).is_some();
        match error.code() {
            Some(state) if !passes(state) => Trouble::Refused(error),
            None if !cut => Trouble::Refused(error),
            _ => Trouble::Gone(reason(&error)),
        }
    }
}

impl From<PoolError> for Trouble {
    fn from(error: PoolError) -> Trouble {
        match error {
            PoolError::Backend(error) => error.into(),
            PoolError::Timeout(_) => Trouble::Gone("it does not answer".to_owned()),
            error => Trouble::Gone(error.to_string()),
        }
    }
}

impl Trouble {
    /// Returns what the database says.
    pub fn reason(&self) -> String {
        match self {
            Trouble::Gone(why) => why.clone(),
            Trouble::Refused(error) => reason(error),
        }
    }

    /// Returns one sentence that says what to do.
    pub fn explain(&self) -> StoreError {
        let why = self.reason();
        let Trouble::Refused(error) = self else {
            return StoreError::Broken(format!("PostgreSQL cannot be reached ({why}); look after it and the network"));
        };
        StoreError::Broken(match error.code() {
            Some(&SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION) => {
                format!("PostgreSQL does not let this user in ({why}); look at user and password in the address")
            }
            Some(&SqlState::INVALID_CATALOG_NAME) => format!("{why}; make it with `createdb`, or name another"),
            Some(&SqlState::INSUFFICIENT_PRIVILEGE) => {
                format!("the user of the address may not do this ({why}); grant it, or take the owner of the database")
            }
            Some(&SqlState::DISK_FULL) => format!("the disk of PostgreSQL is full ({why}); make room there"),
            Some(&SqlState::READ_ONLY_SQL_TRANSACTION) => {
                format!("this PostgreSQL only reads ({why}); give the address of the one that writes")
            }
            _ => format!("PostgreSQL: {why}"),
        })
    }
}

/// Returns what is wrong with the database, in one sentence.
pub fn broken(error: tokio_postgres::Error) -> StoreError {
    Trouble::from(error).explain()
}

/// What the database says, without what the library puts before it.
fn reason(error: &tokio_postgres::Error) -> String {
    match (error.as_db_error(), std::error::Error::source(error)) {
        (Some(told), _) => told.message().to_owned(),
        (None, Some(source)) => source.to_string(),
        (None, None) => error.to_string(),
    }
}
