/* What the modules in C have in common: shapes and units of nets, lists of features, sums of rows. */
#ifndef HEPTAPOLIS_NET_H
#define HEPTAPOLIS_NET_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#define VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define VECTORS
#endif

#define REMOVE 32768
#define OUTPUTS 3
#define MAX_HIDDEN 512

/* Adds rows of a matrix to sums, or subtracts them; returns how many sums are done, the rest is up to the caller.
 * Blocks of the sums stay in registers while all rows go by. */
#if defined(__GNUC__)
typedef int16_t Integers __attribute__((vector_size(32), aligned(2), may_alias));
typedef float Floats __attribute__((vector_size(32), aligned(4), may_alias));

#define WITH_ROWS(NAME, NUMBER, LANE, OP)                                                                              \
    VECTORS static int NAME(NUMBER *restrict sum, const NUMBER *restrict matrix, const int32_t *restrict rows,         \
                            int count, int width)                                                                      \
    {                                                                                                                  \
        const int block = 8 * (int)(sizeof(LANE) / sizeof(NUMBER));                                                    \
        int at = 0;                                                                                                    \
        for (; at + block <= width; at += block) {                                                                     \
            LANE *place = (LANE *)(sum + at);                                                                          \
            LANE a = place[0], b = place[1], c = place[2], d = place[3];                                               \
            LANE e = place[4], f = place[5], g = place[6], h = place[7];                                               \
            for (int i = 0; i < count; i++) {                                                                          \
                const LANE *row = (const LANE *)(matrix + (size_t)rows[i] * (size_t)width + at);                       \
                a OP row[0], b OP row[1], c OP row[2], d OP row[3];                                                    \
                e OP row[4], f OP row[5], g OP row[6], h OP row[7];                                                    \
            }                                                                                                          \
            place[0] = a, place[1] = b, place[2] = c, place[3] = d;                                                    \
            place[4] = e, place[5] = f, place[6] = g, place[7] = h;                                                    \
        }                                                                                                              \
        return at;                                                                                                     \
    }
#else
#define WITH_ROWS(NAME, NUMBER, LANE, OP)                                                                              \
    static int NAME(NUMBER *sum, const NUMBER *matrix, const int32_t *rows, int count, int width)                     \
    {                                                                                                                  \
        return 0;                                                                                                      \
    }
#endif

/* The value of an integer, without a call if it is small; -1 may be an error, as for PyLong_AsLong. */
static inline long number(PyObject *value)
{
    if (PyLong_CheckExact(value)) {
#if PY_VERSION_HEX >= 0x030C0000
        if (PyUnstable_Long_IsCompact((PyLongObject *)value))
            return (long)PyUnstable_Long_CompactValue((PyLongObject *)value);
#else
        if (Py_SIZE(value) == 1)
            return (long)((PyLongObject *)value)->ob_digit[0];
#endif
    }
    return PyLong_AsLong(value);
}

/* A feature number of a list; -1 ends a move, -2 is an error that is set. */
static inline long number_at(PyObject *list, Py_ssize_t place, long limit)
{
    long value = number(PyList_GET_ITEM(list, place));
    if (value >= 0 && (value & (REMOVE - 1)) < limit && value < 2 * REMOVE)
        return value;
    if (value == -1)
        return PyErr_Occurred() ? -2 : -1;
    PyErr_Format(PyExc_ValueError, "there is no feature %ld", value);
    return -2;
}

static inline int two_lists(PyObject *const *args, Py_ssize_t count, Py_ssize_t wanted)
{
    if (count == wanted && PyList_Check(args[0]) && PyList_Check(args[1]))
        return 1;
    PyErr_SetString(PyExc_TypeError, "two lists of feature numbers are expected");
    return 0;
}

/* A module with a type, or NULL with an error set. */
static inline PyObject *with_type(PyObject *module, const char *name, PyTypeObject *type)
{
    if (module == NULL)
        return NULL;
    if (PyType_Ready(type) < 0 || PyModule_AddObjectRef(module, name, (PyObject *)type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}

#endif
