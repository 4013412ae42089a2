//! The steps that led to a position, shared by all matches that have them in common.

use std::sync::Arc;

/// A list that grows at its end and shares everything before it, so that a copy costs nothing.
pub struct History<T> {
    last: Option<Arc<Node<T>>>,
    len: usize,
}

struct Node<T> {
    step: T,
    before: Option<Arc<Node<T>>>,
}

impl<T: Copy> History<T> {
    /// Returns a list without steps.
    pub fn new() -> History<T> {
        History { last: None, len: 0 }
    }

    /// Returns how many steps there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds a step.
    pub fn push(&mut self, step: T) {
        self.last = Some(Arc::new(Node { step, before: self.last.take() }));
        self.len += 1;
    }

    /// Returns the steps, the first one first.
    pub fn steps(&self) -> Vec<T> {
        let mut steps = Vec::with_capacity(self.len);
        let mut node = self.last.as_deref();
        while let Some(Node { step, before }) = node {
            steps.push(*step);
            node = before.as_deref();
        }
        steps.reverse();
        steps
    }
}

impl<T> Clone for History<T> {
    fn clone(&self) -> History<T> {
        History { last: self.last.clone(), len: self.len }
    }
}

impl<T> Drop for History<T> {
    /// Frees what nobody else has, one after the other: a long match would be too deep for recursion.
    fn drop(&mut self) {
        let mut last = self.last.take();
        while let Some(mut node) = last.and_then(Arc::into_inner) {
            last = node.before.take();
        }
    }
}
