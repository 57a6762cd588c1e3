import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { showNcm } from '../../../core/br/fields'
import { ApiError, post } from '../../app/api'
import { announce } from '../../app/events'
import { Go } from '../../app/go'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { useForm } from '../../ui/form/context'
import { counted } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, numberOf, rowsOf, textOf } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

const SHOWN = 100

/** Asks first, for nothing brings the rules back that goods had; what is wrong with codes is listed. True when it was done. */
async function applyTo(id: number | string, ncm: string): Promise<readonly string[] | true> {
  const sure = await confirm({
    title: 'Aplicar a tributação a todas as mercadorias destes NCM?',
    text: 'A regra que cada uma tem agora é trocada por esta. Isto não pode ser desfeito.',
    action: 'Aplicar',
    danger: true,
  })
  if (!sure) return []
  try {
    const answer = await post(`nfe/tributacao/${id}/aplicarNcm`, { ncm })
    toast.success(textOf(getPath(answer, 'message')))
    announce('mercadoria')
    return true
  } catch (error) {
    const faults = error instanceof ApiError ? error.fields.ncm : undefined
    if (faults === undefined) toast.error(error, 'Erro ao aplicar tributação')
    else toast.danger('Erro ao aplicar tributação')
    return faults ?? []
  }
}

function ApplyByNcm({ id }: { readonly id: number | string }): ReactElement {
  const [ncm, setNcm] = useState('')
  const [faults, setFaults] = useState<readonly string[]>([])
  const apply = async (): Promise<void> => {
    if (ncm.trim() === '') return setFaults(['Informe o NCM.'])
    const done = await applyTo(id, ncm)
    if (done === true) setNcm('')
    setFaults(done === true ? [] : done)
    return undefined
  }
  return (
    <section className="panel" aria-label="Aplicar por NCM">
      <h3 className="group-title">Aplicar por NCM</h3>
      <div className="panel-row">
        <div className="field panel-grow">
          <label htmlFor="aplicar-ncm">NCM</label>
          <input
            id="aplicar-ncm"
            className="input mono"
            value={ncm}
            maxLength={5_000}
            autoComplete="off"
            aria-invalid={faults.length > 0 ? true : undefined}
            aria-describedby="aplicar-ncm-ajuda"
            onChange={(event) => setNcm(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void apply()
            }}
          />
        </div>
        <Button onClick={() => void apply()}>Aplicar</Button>
      </div>
      <p id="aplicar-ncm-ajuda" className="field-help">
        Um ou vários, separados por vírgula: todas as mercadorias deles passam a ter esta regra.
      </p>
      {faults.length === 0 ? null : (
        <ul className="field-error" role="alert">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The goods that have this rule of their own, and a way to give it to all of an NCM. */
export function RuleGoods(): ReactElement | null {
  useSignals()
  const form = useForm()
  const id = form.record.value?.id
  return id === undefined ? null : (
    <>
      {form.readOnly.value ? null : <ApplyByNcm id={id} />}
      <Goods id={id} />
    </>
  )
}

function Goods({ id }: { readonly id: number | string }): ReactElement {
  const where = encodeURIComponent(JSON.stringify({ tributacao_id: Number(id) }))
  const answer = useLoaded(`mercadoria?where=${where}&perPage=${SHOWN}&orderBy=xProd&sortedBy=asc`, 'mercadoria')
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  const total = isRecord(answer) ? (numberOf(answer.total) ?? rows.length) : 0
  return (
    <section className="attached" aria-label="Mercadorias com esta regra">
      <h3>Mercadorias com esta regra</h3>
      {rows.length === 0 ? <EmptyState text="Nenhuma mercadoria tem esta regra" /> : null}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Go to={pathOf('mercadoria', row.id)}>{textOf(row.xProd)}</Go>
            <span className="mono">{showNcm(textOf(row.NCM))}</span>
          </li>
        ))}
      </ul>
      {total > rows.length ? <p className="hint">{counted(total, 'mercadoria', 'mercadorias')} ao todo.</p> : null}
    </section>
  )
}
