import {mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createRedaction} from '../../src/redaction.ts';
import {writeSupportFile} from '../../src/terminal/os/support-file.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const now = Date.UTC(2026, 5, 1, 12);

test('a support report is readable only by its owner and contains no key', () => {
	const directory = join(temporaryDirectory(), 'state');
	const {add, redact} = createRedaction();
	add('sk-very-secret');
	const written = writeSupportFile(['it failed with sk-very-secret'], {
		directory,
		now,
		about: 'landfall 1.2.3',
		redact,
	});
	const path = 'path' in written ? written.path : '';
	expect(path).toMatch(/support-2026-06-01T12-00-00-000Z\.txt$/);
	expect(readFileSync(path, 'utf8')).toBe('2026-06-01T12:00:00.000Z\nlandfall 1.2.3\nit failed with [key]\n');
	expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a report never overwrites a file, and says why it could not be written', () => {
	const directory = temporaryDirectory();
	mkdirSync(directory, {recursive: true});
	writeFileSync(join(directory, 'support-2026-06-01T12-00-00-000Z.txt'), 'mine');
	const written = writeSupportFile([], {directory, now, about: '', redact: text => text});
	expect('fault' in written && written.fault).toContain('EEXIST');
});
