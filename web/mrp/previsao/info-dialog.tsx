import { useEffect, useMemo, useState, type ReactElement } from 'react'
import { readAnalysis } from '../../../core/forecast/analysis'
import { readCells } from '../../../core/forecast/cells'
import { longPeriod } from '../../../core/forecast/labels'
import { PERIODS } from '../../../core/forecast/periods'
import { get } from '../../app/api'
import { toast } from '../../app/toasts'
import type { ChartData } from '../../ui/chart/chart-model'
import { TimeChart } from '../../ui/chart/time-chart'
import { Dialog } from '../../ui/dialog'
import { isRecord, numberOf, textOf } from '../../ui/row'
import { chartOf } from './chart-data'
import type { GridItem } from './grid-state'

interface Loaded {
  readonly item: unknown
  readonly head: unknown
  readonly html: string
}

/** The item, its forecast and the server's explanation. */
function useInfo(id: number, onClose: () => void): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const load = async (): Promise<void> => {
      try {
        const item = await get(`mrp/previsao_item/${id}`, { signal })
        const [head, html] = await Promise.all([
          get(`mrp/previsao/${isRecord(item) ? textOf(item.previsao_id) : ''}`, { signal }),
          get(`mrp/previsao_item/${id}/showForecastInfoHtml`, { signal, query: { grafico: 0 } }),
        ])
        setLoaded({ item, head, html: textOf(html) })
      } catch (error) {
        if (signal.aborted) return
        toast.error(error)
        onClose()
      }
    }
    void load()
    return () => stop.abort()
    // The dialog is one product's from beginning to end.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id])
  return loaded
}

function chartDataOf({ item, head }: Loaded, decimals: number): ChartData | null {
  if (!isRecord(item) || !isRecord(head)) return null
  const analysis = readAnalysis(item.analise)
  const period = PERIODS.find((one) => one === head.periodo) ?? 'month'
  if (analysis === null) return null
  return {
    ...chartOf({ analysis, cells: readCells(item.previsao), growth: numberOf(head.growth_factor) ?? 1, period }),
    decimals,
    dateText: (date) => longPeriod(date, period),
  }
}

/** How a product's forecast came about: the chart, then the server's explanation (its texts are escaped there). */
export function InfoDialog({ item, onClose }: { readonly item: GridItem; readonly onClose: () => void }): ReactElement {
  const loaded = useInfo(item.id, onClose)
  const data = useMemo(() => (loaded === null ? null : chartDataOf(loaded, item.decimals)), [loaded, item.decimals])
  return (
    <Dialog title={`Como foi previsto · ${item.name}`} size="lg" onClose={onClose}>
      <div className="dialog-body forecast-info" aria-busy={loaded === null}>
        {data === null ? null : <TimeChart data={data} label={`Histórico e previsão de ${item.name}`} />}
        {loaded === null ? (
          <p>Carregando…</p>
        ) : (
          // oxlint-disable-next-line react/no-danger
          <div dangerouslySetInnerHTML={{ __html: loaded.html }} />
        )}
      </div>
    </Dialog>
  )
}
