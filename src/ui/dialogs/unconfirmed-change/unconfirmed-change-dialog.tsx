import {plain} from '../../../text.ts';
import {documentLayer} from '../../components/document.ts';
import {documentDialog} from '../../components/document-dialog.tsx';
import {unconfirmedChangeDocument} from './document.ts';
import {unconfirmedChangeKeys} from './keys.ts';

export const unconfirmedChangeDialog = {
	...documentLayer('Unconfirmed change', unconfirmedChangeDocument, unconfirmedChangeKeys),
	component: documentDialog(plain`Unconfirmed change`, unconfirmedChangeDocument),
};
