import { useState } from 'react'
import { formatQuantity } from '../ui/format'
import { DeviceFault, readWeight, type ScalePlace } from './monitor'

/** What a scale says now, or why it says nothing. */
export function useWeighed(scale: ScalePlace) {
  const [told, setTold] = useState<{ readonly text: string; readonly busy: boolean }>({ text: '', busy: false })
  const weigh = async (): Promise<void> => {
    setTold({ text: 'Lendo a balança…', busy: true })
    try {
      setTold({ text: `${formatQuantity(await readWeight(scale), 4)} kg`, busy: false })
    } catch (error) {
      setTold({ text: error instanceof DeviceFault ? error.message : String(error), busy: false })
    }
  }
  return { ...told, weigh }
}
