import {expect, test} from 'vitest';
import {parsePlace} from '../../src/model/place.ts';

test.each(['{"screen": ', '{"screen": "projects", "format": 99}'])(
	'the damaged or foreign place %s counts as none',
	text => expect(parsePlace(text)).toBeUndefined(),
);
