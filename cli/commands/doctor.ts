import type { Command } from 'commander'
import { readSettings } from '../../http/settings'
import { CommandError, EXIT } from '../exit'
import { say, writeOut } from '../output'

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('examina versões, banco de dados, disco, porta, telas e serviços, e diz como consertar')
    .option('--json', 'um achado por linha, em JSON', false)
    .action(async (options: { json: boolean }) => {
      const { diagnose } = await import('../doctor')
      const findings = await diagnose(readSettings(), process.env)
      for (const finding of findings) {
        if (options.json) await writeOut(`${JSON.stringify(finding)}\n`)
        else await say(`${finding.state.padEnd(8)} ${finding.name}: ${finding.detail}`)
        if (!options.json && finding.mend) await say(`         → ${finding.mend}`)
      }
      const failed = findings.filter((one) => one.state === 'falha').length
      if (failed > 0) throw new CommandError(EXIT.refused, `${failed} problema(s) a resolver.`)
    })
}
