import type { AgentPaperState, FromAgent, FromServer } from '../../core/agent'
import { type PrintQueue, Refused, type Told } from '../print/queue'
import { notKept, safeName } from '../print/answer'
import { SERVERS } from '../print/jobs'

type Paper = FromServer & { readonly tipo: 'imprime' }
type Standing = FromAgent & { readonly tipo: 'situacao' }

const NO_PRINTERS = 'Este agente não tem impressoras.'

const standing = (trabalho: string, situacao: AgentPaperState, motivo?: string): Standing => ({
  tipo: 'situacao',
  trabalho,
  situacao,
  ...(motivo === undefined ? {} : { motivo: motivo.slice(0, 300) }),
})

/** Papers of the server have numbers of their own, which no browser's may be. */
export const isServers = (id: string): boolean => id.startsWith(SERVERS)

export const toldOf = ({ id, situacao, motivo }: Told): Standing => standing(id, situacao, motivo)

/** Stores a paper that the server handed out, and says where it stands: on this disk, before the server lets go of it. */
export function takePaper(queue: PrintQueue | undefined, paper: Paper): Standing {
  const { trabalho, impressora, arquivo, bartender, conteudo } = paper
  if (!queue) return standing(trabalho, 'recusada', NO_PRINTERS)
  try {
    const bytes = Buffer.from(conteudo, 'base64')
    const filename = safeName(arquivo, trabalho)
    return toldOf(queue.take({ id: trabalho, printer: impressora, filename, bytes, bartender }))
  } catch (error) {
    return standing(trabalho, 'recusada', error instanceof Refused ? error.message : notKept(error))
  }
}

/** Where a paper stands that the server asks after. */
export function standingOf(queue: PrintQueue | undefined, trabalho: string): Standing {
  const told = queue?.find(trabalho)
  return told ? toldOf(told) : standing(trabalho, 'desconhecida')
}

/** Lets go of a paper that waits, and says what became of it. */
export function cancelPaper(queue: PrintQueue | undefined, trabalho: string): Standing {
  return queue?.cancel(trabalho) ? standing(trabalho, 'cancelada') : standingOf(queue, trabalho)
}
