import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import {
  ignoraPagamentoFields,
  PAY_LINE,
  retornoPagamentoFields,
  retornoPagamentoItemFields,
  vinculaPagamentoFields,
} from '../../../core/fields/financeiro/remessa-pagamento'
import { DONE, GONE, OPEN } from '../../../core/lifecycle/life'
import { mayEdit } from '../../app/access'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { openAside } from '../../ui/documents/print'
import { fieldsOf } from '../../ui/fields-of'
import { FileNotices } from '../../ui/file-notices'
import { AskDialog } from '../../ui/form/ask-dialog'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { formatDate, formatMoney } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { isSet, textOf, type Row, type Values } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import { useRows } from '../../ui/use-loaded'
import { ask } from './kind'

const RESOURCE = 'financeiro/retorno_pagamento'
const LINES = 'financeiro/retorno_pagamento_item'
const MOST = 500

const head = fieldsOf(retornoPagamentoFields)
const line = fieldsOf(retornoPagamentoItemFields)
const ignoring = fieldsOf(ignoraPagamentoFields)
const linking = fieldsOf(vinculaPagamentoFields)

const BAD = { hue: 'vermelho', mark: 'dot' } as const
const stateOf = line.chip('situacao', {
  [PAY_LINE.A_BAIXAR]: OPEN,
  [PAY_LINE.SEM_PAGAMENTO]: BAD,
  [PAY_LINE.BAIXADA]: DONE,
  [PAY_LINE.INFORMADA]: GONE,
  [PAY_LINE.REPETIDA]: GONE,
  [PAY_LINE.DEVOLVIDA]: GONE,
  [PAY_LINE.IGNORADA]: GONE,
})

interface Asking {
  readonly row: Row
  readonly what: 'vincula' | 'ignora'
}

async function settle(row: Row): Promise<void> {
  const done = await ask({
    path: `${LINES}/${row.id}/baixa`,
    asks: 'Dar a baixa?',
    action: 'Dar baixa',
    failed: 'Não foi possível dar a baixa',
  })
  if (done !== undefined) toast.success('Baixa dada.')
}

interface LineProps {
  readonly row: Row
  readonly writable: boolean
  readonly onAsk: (asking: Asking) => void
}

function LineRow({ row, writable, onAsk }: LineProps): ReactElement {
  const state = stateOf(row)
  const about = [
    textOf(row.texto),
    isSet(row.dEfetivacao) ? formatDate(row.dEfetivacao) : '',
    textOf(row.autenticacao),
    textOf(row.motivo),
  ]
  return (
    <li>
      <span>
        <b>
          {textOf(row.xFavorecido) || `Número ${textOf(row.seu_numero)}`} {state === null ? null : <Chip {...state} />}
        </b>
        <small>{about.filter(Boolean).join(' · ')}</small>
      </span>
      <span className="amount">{formatMoney(row.valor)}</span>
      <span>
        {writable && row.situacao === PAY_LINE.A_BAIXAR ? (
          <Button onClick={() => void settle(row)}>Dar baixa</Button>
        ) : null}
        {writable && row.situacao === PAY_LINE.SEM_PAGAMENTO ? (
          <>
            <Button onClick={() => onAsk({ row, what: 'vincula' })}>Dizer de que pagamento é</Button>
            <Button onClick={() => onAsk({ row, what: 'ignora' })}>Não é nossa</Button>
          </>
        ) : null}
      </span>
    </li>
  )
}

function AskLine({ asking, onClose }: { readonly asking: Asking; readonly onClose: () => void }): ReactElement {
  const { row, what } = asking
  const isLink = what === 'vincula'
  const go = async ({ motivo, remessa_pagamento_conta_id }: Values): Promise<boolean> => {
    const done = await ask({
      path: `${LINES}/${row.id}/${what}`,
      body: isLink ? { remessa_pagamento_conta_id } : { motivo },
      asks: 'Continuar?',
      action: 'Continuar',
      failed: 'Não foi possível alterar a ocorrência',
    })
    return done !== undefined
  }
  const title = isLink ? 'De que pagamento é' : 'Não é nossa'
  return (
    <AskDialog title={title} action={isLink ? 'Vincular' : 'Arquivar'} initial={{}} onGo={go} onClose={onClose}>
      <div className="span-12">
        <p className="dialog-text">
          {textOf(row.xFavorecido)} <b>{formatMoney(row.valor)}</b>, número {textOf(row.seu_numero)}
        </p>
      </div>
      {isLink ? (
        <linking.ReferenceField
          name="remessa_pagamento_conta_id"
          resource="financeiro/remessa_pagamento_conta"
          minChars={0}
          display={(one) => `${textOf(one.fav_xNome)} ${formatMoney(one.valor)}`}
          span={12}
        />
      ) : (
        <ignoring.Field name="motivo" span={12} />
      )}
    </AskDialog>
  )
}

/** The lines of a file, those that wait first. */
function Lines({ id, writable }: { readonly id: string; readonly writable: boolean }): ReactElement {
  const [asking, setAsking] = useState<Asking | null>(null)
  const where = { retorno_pagamento_id: Number(id) }
  const rows = useRows(LINES, { where, most: MOST, orderBy: 'situacao', also: 'retorno_pagamento' })
  if (rows === null) return <EmptyState text="Carregando…" />
  return (
    <>
      <RowList label="Ocorrências">
        {rows.map((row) => (
          <LineRow key={row.id} row={row} writable={writable} onAsk={setAsking} />
        ))}
      </RowList>
      {asking === null ? null : <AskLine asking={asking} onClose={() => setAsking(null)} />}
    </>
  )
}

/** A file of the bank: what it says of each payment, and what became of that. */
export function ReturnForm(modal: ModalProps): ReactElement {
  useSignals()
  const { Field, defaults } = head
  const writable = mayEdit(rights.value, modal.right)
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Retorno"
      title={(row) => textOf(row.arquivo)}
      defaults={defaults}
      stay
      actions={<Button onClick={() => openAside(`/api/${RESOURCE}/${modal.id}/conteudo`)}>Baixar arquivo</Button>}
    >
      <Tab label="Ocorrências" free>
        <Field name="data" span={3} />
        <Field name="sequencia" span={3} />
        <Field name="qLinhas" span={3} />
        <Field name="vPago" span={3} />
        <div className="span-12">
          <Lines id={modal.id} writable={writable} />
        </div>
      </Tab>
      <Tab label="Avisos" needsRecord free>
        <div className="span-12">
          <FileNotices />
        </div>
      </Tab>
    </ResourceForm>
  )
}
