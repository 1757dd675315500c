//! What substitutions of arguments into signatures came to ([temp.deduct] 8), as long as the outermost one is under way.
//!
//! Idea: signatures call overloaded functions whose templates' signatures call them again. Each question is answered once, so
//! that n templates of a name take about n squared steps and not two to the n. One that leads to itself has no answer: no
//! candidate. Answers do not outlive the outermost question, nor the completion of a class, as both may change them.

use super::{TArg, Template, TemplateId};
use crate::{check::Body, intern::Map, typed::FunctionId};

/// A template and what is known of its arguments.
type Question = (TemplateId, Box<[Option<TArg>]>);

#[derive(Clone, Copy, PartialEq)]
enum Answer {
    UnderWay,
    /// It failed when so many classes had been completed.
    Failed(u32),
}

#[derive(Default)]
pub(in crate::check) struct Substitutions {
    answers: Map<Question, Answer>,
    under_way: u32,
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// The instance for arguments of which some are deduced and the rest follow from defaults; `None` where there is none.
    pub(super) fn substituted(
        &mut self,
        id: TemplateId,
        t: &Template<'a>,
        binds: &[Option<TArg>],
    ) -> Option<FunctionId> {
        let question: Question = (id, binds.into());
        let completed = self.cx.types.completed;
        match self.cx.templates.substitutions.answers.get(&question) {
            Some(Answer::UnderWay) => return None,
            Some(Answer::Failed(n)) if *n == completed => return None,
            _ => {}
        }
        self.cx.templates.substitutions.answers.insert(question.clone(), Answer::UnderWay);
        self.cx.templates.substitutions.under_way += 1;
        let errors = self.cx.diags.errors();
        let f = self.substitute(id, t, binds);
        let silent = self.cx.diags.errors() == errors;
        let all = &mut self.cx.templates.substitutions;
        all.under_way -= 1;
        if all.under_way == 0 {
            all.answers.clear();
        } else if f.is_none() && silent {
            all.answers.insert(question, Answer::Failed(self.cx.types.completed));
        } else {
            // What succeeds is kept with its template; what says something says it again.
            all.answers.remove(&question);
        }
        f
    }

    fn substitute(
        &mut self,
        id: TemplateId,
        t: &Template<'a>,
        binds: &[Option<TArg>],
    ) -> Option<FunctionId> {
        let trial = self.cx.diags.begin_trial();
        let own = self.environment_of_guide(id, binds);
        let env = own.as_ref().unwrap_or(&t.env);
        let args = self.complete_args(t.params, env, t.class, binds, t.name);
        if self.cx.diags.end_substitution(trial) {
            return None;
        }
        self.instance(id, args?)
    }
}
