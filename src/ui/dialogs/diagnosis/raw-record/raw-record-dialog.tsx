import {plain} from '../../../../text.ts';
import {documentLayer} from '../../../components/document.ts';
import {documentDialog} from '../../../components/document-dialog.tsx';
import {rawRecordDocument} from './document.ts';
import {rawRecordKeys} from './keys.ts';

export const rawRecordDialog = {
	...documentLayer('Raw record', rawRecordDocument, rawRecordKeys),
	component: documentDialog(plain`Raw record`, rawRecordDocument),
};
