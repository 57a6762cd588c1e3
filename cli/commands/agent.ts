import type { Command } from 'commander'
import { CommandError, EXIT, misuse } from '../exit'
import { say, writeOut } from '../output'

interface DoctorOptions {
  readonly config: string
  readonly json: boolean
}

/** What concerns the local agent of this PC: `agents/` is the program itself. */
export function agentCommand(program: Command): void {
  const agent = program.command('agent').description('agente local de balanças e impressoras: doctor')
  agent
    .command('doctor')
    .description('experimenta balanças e impressoras de um agente, e pergunta ao servidor se o conhece')
    .requiredOption('--config <arquivo>', 'a configuração do agente')
    .option('--json', 'um achado por linha, em JSON', false)
    .action(async ({ config, json }: DoctorOptions) => {
      const findings = await diagnosed(config)
      for (const finding of findings) {
        if (json) await writeOut(`${JSON.stringify(finding)}\n`)
        else await say(`${finding.state.padEnd(8)} ${finding.name}: ${finding.detail}`)
        if (!json && finding.mend) await say(`         → ${finding.mend}`)
      }
      const failed = findings.filter((one) => one.state === 'falha').length
      if (failed > 0) throw new CommandError(EXIT.refused, `${failed} problema(s) a resolver.`)
    })
}

async function diagnosed(path: string) {
  const [{ BadConfig, readConfig }, { diagnoseAgent }] = await Promise.all([
    import('../../agents/config'),
    import('../../agents/doctor'),
  ])
  try {
    return await diagnoseAgent(readConfig(path))
  } catch (error) {
    if (error instanceof BadConfig) throw misuse(error.message)
    throw error
  }
}
