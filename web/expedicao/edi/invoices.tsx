import { useState, type ReactElement } from 'react'
import { pathOf } from '../../../core/access'
import { lancaFaturaFields } from '../../../core/fields/expedicao/edi'
import { ediFaturaLife } from '../../../core/lifecycle/edi-fatura'
import { DONE, OPEN } from '../../../core/lifecycle/life'
import { open } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { confirm } from '../../ui/confirm'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { formatDate, formatMoney } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { isRecord, isSet, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import { useLoaded } from '../../ui/use-loaded'
import { ask } from './ask'

const { ReferenceField } = fieldsOf(lancaFaturaFields)
const { lancada, aberta } = ediFaturaLife.states

/** As many invoices as are shown at once. */
const MOST = 500

/** The invoices of a file as they are now; null before the first answer. */
function useInvoices(id: string): readonly Row[] | null {
  const own = encodeURIComponent(JSON.stringify({ edi_id: Number(id) }))
  const answer = useLoaded(`edi_fatura?where=${own}&perPage=${MOST}&orderBy=id&sortedBy=asc`, 'edi_fatura')
  return answer === null ? null : rowsOf(isRecord(answer) ? answer.data : [])
}

/** What a carrier charges: what was expected, by how much it differs, and its account payable. */
export function Invoices({ id, writable }: { readonly id: string; readonly writable: boolean }): ReactElement {
  const rows = useInvoices(id)
  const [posting, setPosting] = useState<Row | null>(null)
  if (rows === null) return <EmptyState text="Carregando…" />
  if (rows.length === 0) return <EmptyState text="O arquivo não cobra nada." />
  return (
    <RowList label="Faturas">
      {rows.map((row) => {
        const isPosted = isSet(row.dhLancamento)
        return (
          <li key={row.id}>
            <span>
              <b>
                Fatura {textOf(row.numero)}{' '}
                <Chip word={isPosted ? lancada.word : aberta.word} {...(isPosted ? DONE : OPEN)} />
              </b>
              <small>
                {[
                  `vence em ${formatDate(row.dVencimento)}`,
                  `esperado ${formatMoney(row.vEsperado)}`,
                  numberOf(row.vDiferenca) === 0 ? 'sem diferença' : `diferença ${formatMoney(row.vDiferenca)}`,
                ].join(' · ')}
              </small>
            </span>
            <span className="amount">{formatMoney(row.valor)}</span>
            <span>
              {isPosted ? (
                <Button onClick={() => open(pathOf('contas_pagar', textOf(row.contas_pagar_id)))}>Abrir a conta</Button>
              ) : null}
              {writable && isPosted ? <Button onClick={() => void takeBack(row)}>Desfazer</Button> : null}
              {writable && !isPosted ? <Button onClick={() => setPosting(row)}>Gerar conta a pagar</Button> : null}
            </span>
          </li>
        )
      })}
      {posting === null ? null : <PostDialog invoice={posting} onClose={() => setPosting(null)} />}
    </RowList>
  )
}

async function takeBack(row: Row): Promise<void> {
  const { label } = ediFaturaLife.verbs.estorna
  const text = 'A conta a pagar é cancelada, e a fatura volta a esperar.'
  if (!(await confirm({ title: `${label}?`, text, action: 'Desfazer', danger: true }))) return
  const answer = await ask({
    path: `edi_fatura/${row.id}/estorna`,
    asks: label,
    action: 'Desfazer',
    failed: 'Não foi possível desfazer a conta a pagar',
  })
  if (answer !== undefined) toast.success('Conta a pagar desfeita.')
}

function PostDialog({ invoice, onClose }: { readonly invoice: Row; readonly onClose: () => void }): ReactElement {
  const { label } = ediFaturaLife.verbs.lanca
  const go = async ({ fornecedor_id, plano_conta_id }: Values): Promise<boolean> => {
    const answer = await ask({
      path: `edi_fatura/${invoice.id}/lanca`,
      body: { fornecedor_id, plano_conta_id },
      asks: 'A fatura difere do esperado',
      action: 'Gerar assim mesmo',
      failed: 'Não foi possível gerar a conta a pagar',
    })
    if (answer === undefined) return false
    toast.success('Conta a pagar gerada.')
    return true
  }
  return (
    <AskDialog title={label} action="Gerar" initial={{}} onGo={go} onClose={onClose}>
      <div className="span-12">
        <p className="dialog-text">
          Fatura {textOf(invoice.numero)} de <b>{formatMoney(invoice.valor)}</b>, que vence em{' '}
          {formatDate(invoice.dVencimento)}.
        </p>
      </div>
      <ReferenceField
        name="fornecedor_id"
        resource="fornecedor"
        help="Vazio: o que tem o CNPJ da transportadora"
        span={6}
      />
      <ReferenceField
        name="plano_conta_id"
        resource="financeiro/plano_contas"
        minChars={0}
        where={{ ativo: true }}
        display={(row) => `${textOf(row.codigo)} ${textOf(row.descricao)}`}
        span={6}
      />
    </AskDialog>
  )
}
