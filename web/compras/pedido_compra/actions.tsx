import type { ReactElement } from 'react'
import { pedidoCompraLife } from '../../../core/lifecycle/pedido-compra'
import type { DocumentKind } from '../../ui/documents/kind'
import { type How, LifeBar } from '../../ui/documents/life-bar'
import { numberOf } from '../../ui/row'
import { RESOURCE } from './order'

export const KIND: DocumentKind = {
  life: pedidoCompraLife,
  resource: RESOURCE,
  name: 'pedido_compra',
  right: 'pedido_compra',
}

const HOW: Readonly<Record<string, How>> = {
  finaliza: {
    done: (answer) => {
      const entry = numberOf(answer.entrada_id)
      return entry === null ? 'Pedido de compra finalizado.' : `Pedido finalizado: entrada ${entry} criada.`
    },
  },
}
const PRINT = { name: 'pedido_compra' }

/** What can be done with a purchase order now. F10 does the next step. */
export const PedidoActions = (): ReactElement => <LifeBar kind={KIND} how={HOW} print={PRINT} />
