import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {isVisible, plain, safe, serviceText} from '../../src/base/text.ts';
import {answerFor, isAnswer} from '../../src/model/confirmation.ts';
import {projectTitle} from '../../src/model/project-title.ts';
import {hostileText} from '../kit/faults/hostile-texts.ts';

const hidden = ['', ' ', '\u00a0', '\u3000', '\u200b', '\u00ad', '\u2800', '\u3164', '\uffa0', '\u115f', '\u{e0041}'];
const anyText = fc.oneof(
	hostileText,
	fc.constantFrom(...hidden),
	fc
		.array(fc.constantFrom(...hidden, '\ufffd', '\ud83d', '\ufffc', 'x'), {maxLength: 400})
		.map(parts => parts.join('')),
);
const maybeSaid = fc.option(
	anyText.map(text => serviceText(text)),
	{nil: undefined},
);
const anyProject = fc.record({id: anyText, name: maybeSaid, slug: maybeSaid});

describe('a project is titled', () => {
	const docs = {id: 'prj_1', name: serviceText('Docs'), slug: serviceText('docs')};

	test.each([
		['by its name', docs, undefined, 'Docs'],
		['by its name before its former title', docs, plain`former`, 'Docs'],
		['by its former title if its name is unknown', {id: 'prj_1'}, plain`former`, 'former'],
		['by its id if that is blank too', {id: 'prj_1'}, plain` `, 'prj_1'],
		['without control characters', {id: 'a\u001B[31mb'}, undefined, 'a\ufffd[31mb'],
		['by a placeholder if even its id is empty', {id: ''}, undefined, '(no id)'],
	])('%s', (_what, project, former, title) => {
		expect(projectTitle(project, former)).toBe(title);
	});

	test('by visible text, whatever its name, slug and id are', {tags: ['fault-83']}, () => {
		fc.assert(
			fc.property(anyProject, project => {
				const title = projectTitle(project);
				expect(isVisible(title), JSON.stringify(project)).toBe(true);
				expect(safe(title)).toBe(title);
			}),
			{numRuns: 300},
		);
	});
});

describe('the text to type to delete a project', () => {
	test.each([
		['is its name', 'Docs', 'prj_1', 'Docs'],
		['is the code points of its id if that is hard to type too', 'p\u0430ypal', 'prj\u200b', 'prj\\u{200b}'],
		['is a fixed word if all of them are hard to type', 'x'.repeat(41), 'y'.repeat(41), 'delete'],
	])('%s', (_what, name, id, confirmation) => {
		expect(answerFor(projectTitle({id, name: serviceText(name)}), id)).toBe(confirmation);
	});

	test('is always visible and confirms itself', {tags: ['fault-83']}, () => {
		fc.assert(
			fc.property(anyProject, project => {
				const confirmation = answerFor(projectTitle(project), project.id);
				expect(isVisible(confirmation)).toBe(true);
				expect(isAnswer(confirmation, confirmation)).toBe(true);
				for (const typed of hidden) expect(isAnswer(typed, confirmation)).toBe(false);
			}),
			{numRuns: 300},
		);
	});

	test.each([
		['the exact name, whose joiners are not shown', '👩‍👩‍👧', true],
		['the displayed name with blanks around it', '  👩👩👧 ', true],
		['another text', '👩👩', false],
	])('is compared in its displayed form: %s', (_what, typed, isEnough) => {
		expect(isAnswer(typed, safe('👩‍👩‍👧'))).toBe(isEnough);
	});
});
