import { useEffect, useEffectEvent } from 'react'
import { SLIP } from '../../../core/labels/slip'
import { open } from '../../app/navigation'
import { useScreen } from '../../app/screen-context'
import { Burst } from '../lines/burst'

/** What happens to a code of this shape that a scanner reads while a list stands there, with the path of its screen. */
export function useScanned(shape: RegExp, onCode: (code: string, path: string) => void): void {
  const { path } = useScreen()
  const read = useEffectEvent((code: string) => onCode(code, path))
  useEffect(() => {
    const burst = new Burst()
    const heard = (event: KeyboardEvent): void => {
      const code = burst.key(event.key, event.timeStamp)
      if (code === null || !shape.test(code)) return
      event.preventDefault()
      // The list would open its row by the Enter behind it.
      event.stopPropagation()
      read(code)
    }
    addEventListener('keydown', heard, true)
    return () => removeEventListener('keydown', heard, true)
  }, [shape])
}

/** The paper of an order that is read on its list opens a screen of it. */
export const useSlips = (screen: string): void =>
  useScanned(SLIP, (code, path) => open(`${path}/edit/${Number(code)}/${screen}`))
