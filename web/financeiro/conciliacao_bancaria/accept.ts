import type { Line, Proposal } from './shapes'

/** Which verb does what is proposed, and with what. */
export interface Call {
  readonly verb: string
  readonly body: object
}

function titlesOf({ itens, detalhe }: Proposal): readonly object[] {
  const terms = {
    ...(detalhe.multa === undefined ? {} : { vMulta: String(detalhe.multa) }),
    ...(detalhe.juros === undefined ? {} : { vJuros: String(detalhe.juros) }),
    ...(detalhe.desconto === undefined ? {} : { vDesc: String(detalhe.desconto) }),
  }
  return itens.map(({ id }) => ({ id, ...terms }))
}

/** The call that accepts a proposal of a line. */
export function callOf(line: Line, proposal: Proposal): Call {
  const { tipo, score, razoes, itens } = proposal
  const about = { linhas: [line.id], tipo, score, razoes }
  const ids = itens.map((one) => one.id)
  switch (tipo) {
    case 'caixa':
      return { verb: 'conciliaCaixa', body: { ...about, lancamentos: ids } }
    case 'regra':
      return { verb: 'lanca', body: { ...about, regra_id: ids[0] } }
    case 'lote':
      return { verb: 'conciliaLote', body: { linha_id: line.id, recebimento_id: ids[0], score, razoes } }
    case 'transferencia':
      return { verb: 'transfere', body: { linha_id: line.id, outra_linha_id: ids[0] } }
    default: {
      const diferenca = razoes.includes('valor_parcial') ? 'parcial' : undefined
      return {
        verb: 'conciliaContas',
        body: {
          ...about,
          titulos: titlesOf(proposal),
          ...(diferenca ? { diferenca } : {}),
          ...(proposal.detalhe.regra_id === undefined ? {} : { regra_id: proposal.detalhe.regra_id }),
        },
      }
    }
  }
}

/** What goes with a line by itself: its reversal, or the other end of a transfer. */
export function pairCall(line: Line): Call | undefined {
  if (line.par === null) return undefined
  return line.kind === 'reversal'
    ? { verb: 'pareia', body: { linhas: [line.id, line.par] } }
    : { verb: 'transfere', body: { linha_id: line.id, outra_linha_id: line.par } }
}

const BOOKS: Readonly<Record<string, string>> = { caixa: 'c', lote: 'd', titulo: 't', titulos: 't' }
const keyOf = (tipo: string, id: number): string => `${BOOKS[tipo] ?? '-'}${id}`

/** The lines that are left once some are done: what they used is offered no more. */
export function without(lines: readonly Line[], done: readonly number[], used: Proposal | undefined): readonly Line[] {
  const gone = new Set(done)
  const keys = new Set(used?.tipo === 'regra' ? [] : used?.itens.map((one) => keyOf(used.tipo, one.id)))
  return lines
    .filter((one) => !gone.has(one.id))
    .map((one) => ({
      ...one,
      propostas: one.propostas.filter(({ tipo, itens }) => !itens.some(({ id }) => keys.has(keyOf(tipo, id)))),
    }))
}
