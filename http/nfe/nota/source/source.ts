import type { MirroredItem } from '../../../../core/fiscal/issue/mirror'
import type { empresa } from '../../../cadastros/empresa'
import type { tipoEntradaSaida } from '../../../cadastros/tipo-entrada-saida'
import type { LeftLot } from '../../../estoque/lots-left'
import type { RecordOf, Row } from '../../../platform/resource'
import type { Origin } from '../origin'

/** A line of the document that a note is of, as the database tells it: amounts are text. */
export interface SourceLine {
  readonly mercadoria_id: number
  readonly codigo: string | null
  readonly xProd: string
  readonly cEAN: string | null
  readonly NCM: string | null
  readonly CEST: string | null
  readonly origem: number
  readonly un: string | null
  readonly qTrib: string
  readonly vUnTrib: string
  /** Price after discounts, and goods at it without IPI. */
  readonly vUnLiquido: string
  readonly vLiquido: string
  readonly pesoB: string | null
  /** Taxes that were charged to the customer with the line: what the note charges has to be the same. */
  readonly charged?: { readonly pIPI: string; readonly vIPI: string; readonly vST: string }
  /** The lots that its goods left of. */
  readonly lots?: readonly LeftLot[]
  /** It gives back an item of another note, whose amounts and taxes it has. */
  readonly mirror?: MirroredItem
}

/** Registers that the other party of a note may be of. */
export type Register = 'cliente' | 'fornecedor' | 'colaborador' | 'empresa'

/** What a note is made of, whatever document it is of. */
export interface Source {
  readonly origin: { readonly of: Origin; readonly id: number; readonly lines: string }
  readonly company: RecordOf<typeof empresa>
  readonly xMun: string | null
  readonly operation: RecordOf<typeof tipoEntradaSaida>
  /** The document's head: freight, carrier, place of delivery. */
  readonly head: Row
  /** The other party, with its town's name, and the register that it is of. */
  readonly partner: Row | undefined
  readonly register: Register
  readonly delivery: Row | undefined
  readonly carrier: Row | undefined
  readonly lines: readonly SourceLine[]
  readonly instalments: readonly Row[]
  /** It takes the place of an NFC-e: nothing is paid by it. */
  readonly converts: boolean
  /** The note whose goods it gives back, where it does: its key, and where and to whom they went. */
  readonly original?: { readonly chNFe: string; readonly destino?: 1 | 2 | 3; readonly indFinal?: boolean }
  /** Who answers for the program, as the configuration has it. */
  readonly technical: string | null
}
