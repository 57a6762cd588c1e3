import type { Command } from 'commander'
import { misuse } from '../exit'
import { say } from '../output'

interface Options {
  readonly cnpj?: string
  readonly dias?: string
  readonly parcelas?: string
  readonly boletoUrl?: string
  readonly json: boolean
}

const count = (text: string | undefined, name: string): number | undefined => {
  if (text === undefined) return undefined
  if (!/^\d{1,5}$/.test(text)) throw misuse(`${name} é um número inteiro.`)
  return Number(text)
}

/** The subscriber of this installation: without options shows it, with some of them sets those. Its users cannot. */
export function assinanteCommand(program: Command): void {
  program
    .command('assinante')
    .description('mostra ou define o assinante: dias e parcelas em atraso, e onde ele paga')
    .option('--cnpj <documento>', 'CNPJ ou CPF do assinante')
    .option('--dias <n>', 'dias em atraso (0: em dia)')
    .option('--parcelas <n>', 'parcelas vencidas')
    .option('--boleto-url <endereço>', 'página do boleto; {cnpj} é trocado pelo documento')
    .option('--json', 'responde em JSON', false)
    .action(async ({ cnpj, dias, parcelas, boletoUrl, json }: Options) => {
      const [qDiasDevedor, qParcelasDevedor] = [count(dias, '--dias'), count(parcelas, '--parcelas')]
      const change = {
        ...(cnpj === undefined ? {} : { CNPJ_CPF: cnpj }),
        ...(qDiasDevedor === undefined ? {} : { qDiasDevedor }),
        ...(qParcelasDevedor === undefined ? {} : { qParcelasDevedor }),
        ...(boletoUrl === undefined ? {} : { boleto_url: boletoUrl }),
      }
      const [{ withDatabase, asSystem }, { readAssinante, setAssinante }] = await Promise.all([
        import('../local'),
        import('../../http/sis/assinante'),
      ])
      const asked = Object.keys(change).length > 0
      const account = await withDatabase((database) =>
        asSystem(database, (ctx) => (asked ? setAssinante(ctx, change) : readAssinante(ctx))),
      )
      if (json) return say(JSON.stringify(account ?? null))
      if (account === undefined) return say('Nenhum assinante definido.')
      return say(
        [
          `Documento: ${account.CNPJ_CPF ?? 'não informado'}`,
          `Dias em atraso: ${account.qDiasDevedor}`,
          `Parcelas vencidas: ${account.qParcelasDevedor}`,
          `Boleto: ${account.boleto_url ?? 'sem endereço'}`,
        ].join('\n'),
      )
    })
}
