import { CoreError } from '../../../core/errors'
import { invalid } from '../errors'
import type { Work } from './messages'

/** What a thread may be asked in tests. */
export type Trial = 'answer' | 'refuse' | 'invalid' | 'fail' | 'die' | 'never'

let calls = 0

export const work: Work<Trial, number, string> = (trial, tell) => {
  calls++
  tell(trial)
  if (trial === 'refuse') throw new CoreError('damaged', 'Não pode ser lido.', { linha: ['1'] })
  if (trial === 'invalid') throw invalid({ file: ['Não é um arquivo.'] })
  if (trial === 'fail') throw new Error('a fault of ours')
  if (trial === 'die') process.exit(3)
  if (trial === 'never') for (;;) calls = Math.max(1, calls)
  return calls
}
