import type { Question } from '../../lib/wire';

/** What every form is given. `suggested` is the adviser's answer (or empty), `send` answers the question. */
export interface FormProps<Form> {
  question: Question;
  form: Form;
  suggested: string;
  busy: boolean;
  send: (text: string) => void;
}
