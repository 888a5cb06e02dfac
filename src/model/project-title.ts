import type {Project} from '../api/types.ts';
import {isVisible, plain, type SafeText, safe, spelledOut} from '../base/text.ts';

type Named = Pick<Project, 'id'> & Partial<Pick<Project, 'name' | 'slug'>>;

/** The first visible text of these, so that a title is never empty or invisible. */
export function projectTitle({id, name, slug}: Named, formerTitle?: SafeText): SafeText {
	for (const text of [name, slug]) if (text && isVisible(text.shown)) return text.shown;
	if (formerTitle !== undefined && isVisible(formerTitle)) return formerTitle;
	const shownId = safe(id);
	if (isVisible(shownId)) return shownId;
	return id === '' ? plain`(no id)` : safe(spelledOut(id));
}
