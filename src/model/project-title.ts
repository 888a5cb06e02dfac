import type {Project} from '../api/types.ts';
import {cells, comparable, hasMixedScripts, isVisible, plain, type SafeText, safe, spelledOut} from '../base/text.ts';

type Named = Pick<Project, 'id'> & Partial<Pick<Project, 'name' | 'slug'>>;

/**
Returns the title of a project: its name, otherwise its slug, its former title or its id.

Skips texts without visible characters, so the title is never empty or invisible.
*/
export function projectTitle({id, name, slug}: Named, formerTitle?: SafeText): SafeText {
	for (const text of [name, slug]) if (text && isVisible(text.shown)) return text.shown;
	if (formerTitle !== undefined && isVisible(formerTitle)) return formerTitle;
	const shownId = safe(id);
	if (isVisible(shownId)) return shownId;
	return id === '' ? plain`(no id)` : safe(spelledOut(id));
}

/** In cells. A longer text may not be fully visible on a narrow screen. */
const maxConfirmationWidth = 40;

/** Whether a user can type a text that they read: it has no replacement characters from `safe`, and does not mix look-alike scripts. */
const isTypable = (text: SafeText): boolean =>
	isVisible(text) && cells(text) <= maxConfirmationWidth && !/[\ufffd…◌]/.test(text) && !hasMixedScripts(text);

/** Returns what the user must type to confirm a deletion: the title, or the id if the title is hard to type. Never empty or invisible. */
export function confirmationOf(title: SafeText, projectId: string): SafeText {
	const texts = [title, safe(projectId), spelledOut(projectId)];
	return texts.find(isTypable) ?? plain`delete`;
}

/** How many blanks there are between words and around them does not count in what is typed. */
const typedForm = (text: string): string => comparable(text).replace(/ +/g, ' ').trim();

export const isConfirmed = (typed: string, confirmation: SafeText): boolean =>
	typedForm(typed) === typedForm(confirmation);
