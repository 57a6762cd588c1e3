import { CoreError } from '../../../errors'
import { outerXml } from '../../services/soap'
import { child, children, findElements, isElement, parseXml, text } from '../../xml'
import type { NfseError } from '../answers'

/** What a city of ABRASF answered: the notes it told, as they came, or what it refuses. */
export interface AbrasfAnswer {
  /** Texts of `CompNfse`, in order. */
  readonly notes: readonly string[]
  readonly errors: readonly NfseError[]
  /** A cancellation that it confirmed, as it came. */
  readonly cancelled: string | null
  /** Under which it keeps a lot that it answers later. */
  readonly protocolo: string | null
  /** Where such a lot stands (tsSituacaoLoteRps): 1 not received, 2 not processed, 3 processed with errors, 4 processed. */
  readonly situacao: string | null
}

const MOST_ERRORS = 500

/** Reads an answer by its messages, whatever the operation. Throws CoreError `unexpected_answer` where it tells none of them, `damaged_xml`. */
export function abrasfAnswer(xml: string): AbrasfAnswer {
  const tree = parseXml(xml)
  const notes = outerXml(xml, 'CompNfse')
  const lists = ['ListaMensagemRetorno', 'ListaMensagemRetornoLote'].flatMap((name) =>
    findElements({ tree }, name, isElement),
  )
  const errors = lists
    .flatMap((list) => children(list, 'MensagemRetorno'))
    .slice(0, MOST_ERRORS)
    .map((one) => ({
      codigo: text(one, 'Codigo') ?? '',
      descricao: text(one, 'Mensagem') ?? '',
      complemento: text(one, 'Correcao'),
    }))
  const [confirmed] = findElements({ tree }, 'RetCancelamento', (one) => isElement(child(one, 'NfseCancelamento')))
  const cancelled = confirmed === undefined ? null : (outerXml(xml, 'NfseCancelamento')[0] ?? null)
  const told = (name: string): string | null =>
    findElements({ tree }, name, () => true).map((one) => text(one))[0] ?? null
  const [protocolo, situacao] = [told('Protocolo'), told('Situacao')]
  if (notes.length + errors.length === 0 && cancelled === null && protocolo === null && situacao === null)
    throw new CoreError('unexpected_answer', 'A resposta do município não diz o que aconteceu com a nota.')
  return { notes, errors, cancelled, protocolo, situacao }
}
