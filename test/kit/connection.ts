import type {Connection} from '../../src/store/model/connection.ts';
import {plain} from '../../src/text.ts';

/** A service that is connected, for a test of what is known of it. */
export const testConnection: Connection = {
	id: 0,
	name: plain`test`,
	host: plain`test`,
	baseUrl: 'http://demo.invalid',
	isReadOnly: false,
	refusal: undefined,
};
