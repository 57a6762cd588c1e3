import type { Command } from 'commander'
import { readSettings } from '../../http/settings'
import { misuse } from '../exit'
import { Progress, say, warn } from '../output'

export function moveCommand(program: Command): void {
  program
    .command('move')
    .description('muda do banco de dados embutido para um PostgreSQL da empresa, confere tudo e só então troca')
    .requiredOption('--to <endereço>', 'postgres://usuário:senha@servidor/banco, ou - para lê-lo da entrada padrão')
    .action(async (options: { to: string }) => {
      const to = options.to === '-' ? (await Bun.stdin.text()).trim() : options.to
      if (!URL.canParse(to) || !/^postgres(?:ql)?:$/.test(new URL(to).protocol))
        throw misuse('Informe em --to um endereço como postgres://usuário:senha@servidor/banco.')
      const settings = readSettings()
      const { move } = await import('../move/move')
      let bar = new Progress('', 0)
      const report = await move(settings, to, {
        begins: (title, total) => {
          bar.end()
          warn(`${title}…`)
          bar = new Progress(title, total)
        },
        goesOn: (done, note) => bar.show(done, note),
      }).finally(() => bar.end())
      await say(
        report.resumed
          ? 'Os dados já estavam lá, de uma mudança interrompida: foram conferidos de novo, e são os mesmos.'
          : `${report.rows} linhas de ${report.tables} tabelas copiadas.`,
      )
      await say(
        `Conferidos: linhas e conteúdo de ${report.tables} tabelas, ${report.sums} somas e ${report.proofs} provas dos livros.`,
      )
      for (const note of report.notes) await say(note)
      await say(`De agora em diante o Prumo usa o novo banco: o endereço está em ${report.addressFile}.`)
      await say(
        `O banco embutido continua em ${report.oldFolder}, como estava: guarde-o até a primeira cópia de segurança do novo.`,
      )
    })
}
