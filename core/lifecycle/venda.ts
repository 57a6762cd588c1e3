import { type Lifecycle, transitions } from './lifecycle'

/** The dates that a venda's state follows from (document 2, section 4). Null when it has not happened. */
export interface VendaDates {
  readonly dhBloqueio: string | null
  readonly dhFechamento: string | null
  readonly dhConferencia?: string | null
  readonly dhFaturamento: string | null
  readonly dhCancelamento: string | null
  /** False when its operation type does not move stock: then it may be invoiced without being dispatched. */
  readonly movimenta_estoque: boolean
}

/** State of a venda, as its chip words it. */
export type VendaStatus = 'aberta' | 'bloqueada' | 'fechada' | 'conferida' | 'faturada' | 'cancelada'

function status(venda: VendaDates): VendaStatus {
  if (venda.dhCancelamento) return 'cancelada'
  if (venda.dhFaturamento) return 'faturada'
  if (venda.dhFechamento) return venda.dhConferencia ? 'conferida' : 'fechada'
  return venda.dhBloqueio ? 'bloqueada' : 'aberta'
}

const cancelled = {
  when: (one: VendaDates) => one.dhCancelamento !== null,
  code: 'cancelled',
  message: 'Esta venda está cancelada.',
}
const invoiced = {
  when: (one: VendaDates) => one.dhFaturamento !== null,
  code: 'invoiced',
  message: 'Esta venda já foi faturada.',
}
const closed = {
  when: (one: VendaDates) => one.dhFechamento !== null,
  code: 'closed',
  message: 'Esta venda já foi expedida.',
}
const blocked = {
  when: (one: VendaDates) => one.dhBloqueio !== null,
  code: 'blocked',
  message: 'Este pedido foi bloqueado.',
}

/** The life of a venda: open, (blocked, released), dispatched, invoiced; cancelled from any state but cancelled. */
export const vendaLifecycle: Lifecycle<VendaDates, VendaStatus> = {
  name: 'venda',
  status,
  transitions: transitions<VendaDates>({
    altera: [cancelled, invoiced],
    altera_itens: [
      cancelled,
      invoiced,
      { ...closed, message: 'Esta venda já foi expedida: os itens não podem mudar.' },
    ],
    altera_operacao: [
      cancelled,
      invoiced,
      {
        ...closed,
        message: 'Esta venda já foi expedida: cliente, tipo de operação e local de saída não podem mudar.',
      },
    ],
    libera: [
      cancelled,
      invoiced,
      { when: (one) => one.dhBloqueio === null, code: 'not_blocked', message: 'Esta venda não está bloqueada.' },
    ],
    fecha: [cancelled, invoiced, closed, blocked],
    fatura: [
      cancelled,
      invoiced,
      { ...blocked, when: (one) => one.dhBloqueio !== null && one.dhFechamento === null },
      {
        when: (one) => one.dhFechamento === null && one.movimenta_estoque,
        code: 'not_closed',
        message: 'Expeça a venda antes de faturar.',
      },
    ],
    cancela: [cancelled],
    duplica: [],
  }),
}
