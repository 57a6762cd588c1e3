import { ddaTaken, ddaTakenText } from '../../core/banking/dda-taken'
import { importEach, sendFile, type SendOptions } from '../import-files'
import { filesIn, setAside } from './folders'

/** Sweeps of the DDA from the terminal: slips that others registered against the company. */

export interface DdaOptions extends SendOptions {
  readonly move: boolean
}

/** Takes in sweeps of the DDA, or all of a folder: a slip is the same record, whatever file tells it. Ends with 1 where one was refused. */
export async function takeSweeps(paths: readonly string[], options: DdaOptions): Promise<void> {
  await importEach(filesIn(paths), options, ['arquivo', 'arquivos'], async (api, file) => {
    await sendFile(api, file, options, {
      path: '/api/financeiro/boletos_dda',
      shape: ddaTaken,
      lines: (answer) => [ddaTakenText(answer)],
      notices: ({ avisos }) => avisos,
    })
    if (options.move && !options.dryRun) setAside(file)
  })
}
