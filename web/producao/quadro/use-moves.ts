import { useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import { type BoardOrder as Order, rescheduled } from '../../../core/production/board'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { RESOURCE } from '../ordem_producao/kind'
import { type Days, type Moved, movedTo } from './plan'

interface Moves {
  /** Orders as they stand: moved, where they were. */
  readonly orders: readonly Order[]
  readonly move: (order: Order, days: Days) => void
  /** Moves many at once; true when it was done. */
  readonly take: (moves: ReadonlyMap<number, Days>) => Promise<boolean>
}

const PAUSE = 400

/** Moves of orders on the board: they show at once, and are saved once the person pauses, one after another. What is refused goes back, and is told. */
export function useMoves(told: readonly Order[]): Moves {
  const [moved, setMoved] = useState<ReadonlyMap<number, Moved>>(new Map())
  const versions = useRef(new Map<number, number>())
  const waiting = useRef(new Map<number, Days>())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const versionOf = ({ id, versao }: Order): number => Math.max(versao, versions.current.get(id) ?? 0)
  const orders = useMemo(() => told.map((order) => movedTo(order, moved.get(order.id))), [told, moved])
  /** What became of days that were sent; those that were changed again meanwhile wait for their own answer. */
  const settle = (moves: ReadonlyMap<number, Days>, saved: ReadonlyMap<number, number>): void =>
    setMoved(
      (now) =>
        new Map(
          [...now].flatMap(([id, one]): [number, Moved][] => {
            if (one.days !== moves.get(id)) return [[id, one]]
            const versao = saved.get(id)
            return versao === undefined ? [] : [[id, { ...one, versao }]]
          }),
        ),
    )

  const save = async (moves: ReadonlyMap<number, Days>): Promise<boolean> => {
    const known = new Map(told.map((order) => [order.id, order]))
    const ordens = [...moves].flatMap(([id, days]) => {
      const order = known.get(id)
      return order === undefined ? [] : [{ id, versao: versionOf(order), ...days }]
    })
    try {
      const answer = v.parse(rescheduled, await post(`${RESOURCE}/reprograma`, { ordens }))
      const saved = new Map(answer.ordens.map(({ id, versao }) => [id, versao]))
      for (const [id, versao] of saved) versions.current.set(id, versao)
      settle(moves, saved)
      announce(RESOURCE)
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível mudar os dias')
      settle(moves, new Map())
      return false
    }
  }
  const soon = (moves: ReadonlyMap<number, Days>): Promise<boolean> => {
    const next = saving.current.then(() => save(moves))
    saving.current = next
    return next
  }
  const flush = (): void => {
    const moves = waiting.current
    waiting.current = new Map()
    void soon(moves)
  }
  return {
    orders,
    move: (order, days) => {
      setMoved((now) => new Map(now).set(order.id, { days }))
      waiting.current.set(order.id, days)
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, PAUSE)
    },
    take: async (moves) => {
      setMoved((now) => new Map([...now, ...[...moves].map(([id, days]) => [id, { days }] as const)]))
      return soon(moves)
    },
  }
}
