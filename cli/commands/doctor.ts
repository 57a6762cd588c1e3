import type { Command } from 'commander'
import { readSettings } from '../../http/settings'
import { CommandError, EXIT } from '../exit'
import { say, writeOut } from '../output'

const diagnosed = async () => (await import('../doctor')).diagnose(readSettings(), process.env)
const secured = async () =>
  (await import('../doctor-security')).securityFindings(readSettings(), process.env, new Date())

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('examina versões, banco de dados, disco, porta, telas e serviços, e diz como consertar')
    .option(
      '--security',
      'examina uma instalação em uso: permissões, chaves, acesso, certificado, contas, cópias de segurança e o ensaio delas',
      false,
    )
    .option('--json', 'um achado por linha, em JSON', false)
    .action(async (options: { json: boolean; security: boolean }) => {
      const findings = options.security ? await secured() : await diagnosed()
      for (const finding of findings) {
        if (options.json) await writeOut(`${JSON.stringify(finding)}\n`)
        else await say(`${finding.state.padEnd(8)} ${finding.name}: ${finding.detail}`)
        if (!options.json && finding.mend) await say(`         → ${finding.mend}`)
      }
      const failed = findings.filter((one) => one.state === 'falha').length
      if (failed > 0) throw new CommandError(EXIT.refused, `${failed} problema(s) a resolver.`)
    })
}
