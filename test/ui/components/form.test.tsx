import {expect, test} from 'vitest';
import {ApiError} from '../../../src/api/errors.ts';
import {plain} from '../../../src/base/text.ts';
import {type Form, formProblemOf, typed} from '../../../src/model/form.ts';
import {withForm} from '../../../src/state/forms.ts';
import {openConnect} from '../../../src/state/login.ts';
import type {ConnectField, ConnectForm} from '../../../src/state/screen.ts';
import {currentForm} from '../../../src/state/state.ts';
import {FormView} from '../../../src/ui/components/form-fields.tsx';
import {useAppContext, useStore} from '../../../src/ui/hooks.tsx';
import {componentSizes, renderAlone} from '../../kit/app/component.tsx';

const text = {label: plain`name`, hint: plain`optional`};

const fields = {saved: text, baseUrl: text, profile: text, keep: text, apiKey: {...text, isSecret: true}};

function OpenForm() {
	const {store} = useAppContext();
	const state = useStore();
	const form = currentForm(state)?.form as ConnectForm;
	const type = (name: ConnectField, value: string) =>
		store.change(current => withForm(current, open => typed(open, name, value)));
	return (
		<FormView title={plain`Title`} form={form} fields={fields} onType={type} preparing={plain`Checking the key`} />
	);
}

async function open(focused: string, changes: Partial<Form> = {}, options: Parameters<typeof renderAlone>[1] = {}) {
	const rendered = await renderAlone(<OpenForm />, {
		...options,
		prepare: initial =>
			withForm(openConnect(initial, {baseUrl: 'https://api'}), form => ({
				...form,
				...changes,
				focus: form.order.indexOf(focused),
			})),
	});
	return {...rendered, text: () => rendered.shown().join('\n')};
}

test.each(componentSizes)('shows the focused field and the reason of a rejection, at $columns×$rows', async size => {
	const error = new ApiError('E_CONFLICT', 'Name taken.', {phase: 'rejected', requestId: plain`req_1`});
	const form = await open('profile', {problem: formProblemOf(error)}, size);
	form.expectToFit();
	expect(form.text()).toMatch(/▌ name +\(optional\)[\s\S]*Name taken\.[\s│]*Request req_1/);
	expect(form.text().match(/▌/g)).toHaveLength(1);
});

test.each([
	['is typed and corrected at its end', ['s', 'e', 'T', 'backspace', 't'], 'set'],
	['is corrected in its middle', ['a', 'd', 'x', 'left', 'left', 'b', 'c', 'right', 'right', 'backspace'], 'abcd'],
	['is pasted into what is typed', ['a', 'z', 'left', 'bcdef'], 'abcdefz'],
	['is pasted with characters that no terminal shows', ['a\u202Eb\u2028\u3164c', '\uD83D', 'd'], 'abcd'],
	['is deleted beyond its start', ['a', 'backspace', 'backspace', 'left', 'b'], 'b'],
	['begins with a letter of two code units, which is deleted whole', ['😀', 'backspace', 'é'], 'é'],
])('edits a text that %s', async (_what, keys, value) => {
	const form = await open('profile');
	await form.type(...keys);
	expect(currentForm(form.store.get())?.form.values).toMatchObject({profile: value});
	expect(form.text()).toMatch(new RegExp(`▌ name +${value} `));
});

test('shows a key as stars, also after it was typed', async () => {
	const form = await open('apiKey');
	await form.type('secret');
	expect(form.text()).toMatch(/▌ name +\*{6} /);
	form.store.change(state => withForm(state, changed => ({...changed, focus: 0})));
	await form.type();
	expect(form.text()).toMatch(/ {2}name +\*{6} /);
});

test('replaces but never edits a saved text with invisible characters', async () => {
	const form = await open('profile', {values: {saved: '', baseUrl: '', apiKey: '', keep: '', profile: 'a\u202Eb'}});
	await form.type('c', 'backspace');
	expect(currentForm(form.store.get())?.form.values).toMatchObject({profile: 'a\u202Eb'});
	expect(form.painted()).not.toContain('\u202E');
});

test.each([
	[false, /[⠀-⣿] Checking the key/],
	[true, /[-\\|/] Checking the key/],
])('shows a spinner and no focus while a form is being sent (ASCII: %s)', async (isAscii, spinner) => {
	const form = await open('profile', {isSending: true}, {isAscii});
	expect(form.text()).toMatch(spinner);
	expect(form.text()).not.toMatch(/[▌>]/);
});
