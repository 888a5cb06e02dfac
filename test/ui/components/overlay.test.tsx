import {Box, Text} from 'ink';
import {afterEach, expect, test} from 'vitest';
import {plain} from '../../../src/text.ts';
import {Overlay} from '../../../src/ui/components/overlay.tsx';
import {Paragraph} from '../../../src/ui/components/paragraph.tsx';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

const below = <Text>{'x'.repeat(30)}</Text>;

test('an overlay hides the text below it, even where it is empty', async () => {
	const node = (
		<Box width={10} height={3}>
			{below}
			<Overlay position="absolute" marginLeft={2} width={6} height={2}>
				<Paragraph text={plain`over`} />
			</Overlay>
		</Box>
	);
	app = await renderApp({node});
	expect(app.lines()).toEqual(['xxover  xx', 'xx      xx', 'xxxxxxxxxx']);
});

test('an overlay cuts off content that is larger than itself', async () => {
	const node = (
		<Box width={10} height={3}>
			{below}
			<Overlay position="absolute" width={4} height={1}>
				<Box flexShrink={0} width={10}>
					<Paragraph text={plain`more than fits`} />
				</Box>
			</Overlay>
		</Box>
	);
	app = await renderApp({node});
	expect(app.lines()).toEqual(['morexxxxxx', 'xxxxxxxxxx', 'xxxxxxxxxx']);
});

test('the last overlay is on top', async () => {
	const node = (
		<Box width={10} height={3}>
			{below}
			<Overlay position="absolute" width={8} height={2}>
				<Paragraph text={plain`first`} />
			</Overlay>
			<Overlay position="absolute" marginLeft={3} width={4} height={1}>
				<Paragraph text={plain`last`} />
			</Overlay>
		</Box>
	);
	app = await renderApp({node});
	expect(app.lines()).toEqual(['firlast xx', '        xx', 'xxxxxxxxxx']);
});
