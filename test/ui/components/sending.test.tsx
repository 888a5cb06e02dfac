import {Box} from 'ink';
import {afterEach, expect, test} from 'vitest';
import {ApiError} from '../../../src/api/errors.ts';
import {plain} from '../../../src/text.ts';
import {Sending} from '../../../src/ui/components/sending.tsx';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

const sending = plain`Saving the project`;
const shown = () => app.lines().map(line => line.trimEnd());

test('a spinner says what is being sent', async () => {
	app = await renderApp({node: <Sending isSending problem={undefined} sending={sending} />});
	expect(shown()).toEqual([expect.stringMatching(/^[⠀-⣿] Saving the project$/)]);
});

test('the spinner is ASCII in ASCII mode', async () => {
	app = await renderApp({isAscii: true, node: <Sending isSending problem={undefined} sending={sending} />});
	expect(shown()).toEqual([expect.stringMatching(/^[-\\|/] Saving the project$/)]);
});

test('the spinner stands apart from a text that has no room on one line', async () => {
	app = await renderApp({
		node: (
			<Box width={14}>
				<Sending isSending problem={undefined} sending={plain`Triggering the deployment`} />
			</Box>
		),
	});
	expect(shown()).toEqual([expect.stringMatching(/^[⠀-⣿] Triggering$/), '  the', '  deployment']);
});

test('a problem is shown with the id of its request', async () => {
	const error = new ApiError('E_INVALID', 'refused', {phase: 'rejected', requestId: plain`req_7`});
	const problem = {sentence: plain`The name is taken.`, error};
	app = await renderApp({node: <Sending isSending={false} problem={problem} sending={sending} />});
	expect(shown()).toEqual(['The name is taken.', 'Request req_7']);
});

test('a problem that landfall finds itself has no request', async () => {
	const problem = {sentence: plain`A project needs a name.`, error: undefined};
	app = await renderApp({node: <Sending isSending={false} problem={problem} sending={sending} />});
	expect(shown()).toEqual(['A project needs a name.']);
});
