import { useState, type ReactElement } from 'react'
import * as v from 'valibot'
import { pathOf } from '../../../core/access'
import { needOf } from '../../app/access'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { Go } from '../../app/go'
import { toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { counted, formatCost, formatQuantity } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { useLoaded } from '../../ui/use-loaded'

const text = v.nullable(v.string())
const money = v.nullable(v.number())
const line = {
  nivel: v.number(),
  mercadoria_id: v.number(),
  codigo: text,
  xProd: v.string(),
  un: text,
  qTrib: v.number(),
}
const StructureShape = v.object({
  vMaterial: money,
  vMaoObra: money,
  vTotal: money,
  custo: money,
  itens: v.array(v.object({ ...line, vCusto: money })),
  usado: v.array(v.object(line)),
})
type Used = v.InferOutput<typeof StructureShape>['usado'][number]
type Item = Used & { readonly vCusto?: number | null }

const RecostShape = v.object({
  total: v.number(),
  visto: v.string(),
  gravado: v.boolean(),
  data: v.array(v.object({ id: v.number(), xProd: v.string(), de: v.string(), para: v.string() })),
})
type Recost = v.InferOutput<typeof RecostShape>

interface StructureProps {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

/** What a product is made of at every level, what it comes to, and where it is used. */
export function StructureDialog({ id, name, onClose }: StructureProps): ReactElement {
  const answer = useLoaded(`mercadoria/${id}/estrutura`, 'mercadoria')
  const [recosting, setRecosting] = useState<Recost | null>(null)
  const found = answer === null ? null : v.parse(StructureShape, answer)
  const ask = async (): Promise<void> => {
    try {
      setRecosting(v.parse(RecostShape, await post('mercadoria/recalculaCusto')))
    } catch (error) {
      toast.error(error)
    }
  }
  const reason = whyNot(needOf('mercadoria', 'edit')) ?? ''
  return (
    <Dialog
      title={`Estrutura e custo · ${name}`}
      size="xl"
      onClose={onClose}
      footer={
        <>
          {found?.vTotal === null ? null : (
            <Button reason={reason} onClick={() => void ask()}>
              Recalcular custos
            </Button>
          )}
          <span className="spacer" />
          <Button onClick={onClose}>Voltar</Button>
        </>
      }
    >
      <div className="dialog-body" tabIndex={0} role="region" aria-label="Estrutura, custo e uso">
        {found === null ? null : (
          <div className="stack">
            {found.vTotal === null ? null : (
              <dl className="facts">
                <dt>Material</dt>
                <dd>{formatCost(found.vMaterial)}</dd>
                <dt>Mão de obra</dt>
                <dd>{formatCost(found.vMaoObra)}</dd>
                <dt>Custo pela estrutura</dt>
                <dd>{formatCost(found.vTotal)}</dd>
                <dt>Custo no cadastro</dt>
                <dd>{formatCost(found.custo)}</dd>
              </dl>
            )}
            <Levels label="Composição em todos os níveis" rows={found.itens} empty="Este produto não tem composição." />
            <Levels label="Onde é usado" rows={found.usado} empty="Nenhum produto usa este." />
          </div>
        )}
      </div>
      {recosting === null ? null : <RecostDialog shown={recosting} onClose={() => setRecosting(null)} />}
    </Dialog>
  )
}

interface LevelsProps {
  readonly label: string
  readonly rows: readonly Item[]
  readonly empty: string
}

const DEEPER = '\u2003'

function Levels({ label, rows, empty }: LevelsProps): ReactElement {
  // A product may stand on several lines: what tells one from another is where it stands.
  const placed = rows.map((row, at) => ({ row, key: `${at}:${row.mercadoria_id}` }))
  const hasCosts = rows.some(({ vCusto }) => typeof vCusto === 'number')
  return (
    <section aria-label={label}>
      <h3 className="group-title">{label}</h3>
      {rows.length === 0 ? (
        <EmptyState text={empty} />
      ) : (
        <div className="scroll-x" tabIndex={0} role="region" aria-label={`${label}: linhas`}>
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">Nível</th>
                <th scope="col">Mercadoria</th>
                <th scope="col" className="end">
                  Para um
                </th>
                {hasCosts ? (
                  <th scope="col" className="end">
                    Custo
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {placed.map(({ row, key }) => (
                <tr key={key}>
                  <td>{row.nivel}</td>
                  <td>
                    {DEEPER.repeat(row.nivel - 1)}
                    <Go to={pathOf('mercadoria', row.mercadoria_id) ?? ''}>
                      {[row.codigo, row.xProd].filter(Boolean).join(' · ')}
                    </Go>
                  </td>
                  <td className="end">
                    {formatQuantity(row.qTrib, 6)} {row.un}
                  </td>
                  {hasCosts ? <td className="end">{formatCost(row.vCusto)}</td> : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

interface RecostProps {
  readonly shown: Recost
  readonly onClose: () => void
}

/** Standard costs that would change, shown before they are taken. */
function RecostDialog({ shown, onClose }: RecostProps): ReactElement {
  const [busy, setBusy] = useState(false)
  const take = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await post('mercadoria/recalculaCusto', { confirma: true, visto: shown.visto })
      announce('mercadoria')
      toast.success(`${counted(shown.total, 'custo recalculado', 'custos recalculados')}.`)
      onClose()
    } catch (error) {
      toast.error(error, 'Não foi possível recalcular')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Custos que mudam"
      size="lg"
      onClose={onClose}
      footer={
        <>
          <span className="spacer" />
          <Button onClick={onClose}>Deixar como está</Button>
          <Button
            kind="primary"
            busy={busy}
            reason={shown.total === 0 ? 'Nada mudaria.' : ''}
            onClick={() => void take()}
          >
            Gravar os custos
          </Button>
        </>
      }
    >
      <div className="dialog-body" tabIndex={0} role="region" aria-label="Custos que mudam">
        {shown.total === 0 ? <EmptyState text="O custo de todos já é o da estrutura." /> : <Recosted shown={shown} />}
      </div>
    </Dialog>
  )
}

function Recosted({ shown: { total, data } }: Pick<RecostProps, 'shown'>): ReactElement {
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Mercadoria</th>
          <th scope="col" className="end">
            Custo no cadastro
          </th>
          <th scope="col" className="end">
            Custo pela estrutura
          </th>
        </tr>
      </thead>
      <tbody>
        {data.map((row) => (
          <tr key={row.id}>
            <td>{row.xProd}</td>
            <td className="end">{formatCost(row.de)}</td>
            <td className="end">{formatCost(row.para)}</td>
          </tr>
        ))}
        {total > data.length ? (
          <tr>
            <td colSpan={3}>E mais {total - data.length}.</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  )
}
