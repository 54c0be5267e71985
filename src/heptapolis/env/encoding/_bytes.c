/* Fast writes into bytearrays for observations and masks; the module's twin in Python is in `buffers.py`.
 *
 * Compiled Python writes a byte through two boxed integers, which costs more than everything else in a step. Here one
 * call writes many. Every place is checked, so that a wrong offset raises IndexError and never leaves the buffer.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

static int bytes_of(PyObject *object, unsigned char **bytes, Py_ssize_t *size)
{
    if (!PyByteArray_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "a bytearray is needed");
        return -1;
    }
    *bytes = (unsigned char *)PyByteArray_AS_STRING(object);
    *size = PyByteArray_GET_SIZE(object);
    return 0;
}

static int outside(void)
{
    PyErr_SetString(PyExc_IndexError, "a place outside the buffer");
    return -1;
}

/* The value of a list's item; -1 with an error set if it is no integer. Integers of one digit are read directly. */
static inline long item_of(PyObject *list, Py_ssize_t index)
{
    PyObject *item = PyList_GET_ITEM(list, index);
#if PY_VERSION_HEX >= 0x030C0000
    if (PyLong_CheckExact(item) && PyUnstable_Long_IsCompact((PyLongObject *)item))
        return (long)PyUnstable_Long_CompactValue((PyLongObject *)item);
#else
    if (PyLong_CheckExact(item) && (size_t)Py_SIZE(item) <= 1)
        return Py_SIZE(item) == 0 ? 0 : (long)((PyLongObject *)item)->ob_digit[0];
#endif
    return PyLong_AsLong(item);
}

static inline unsigned char clamped(long value)
{
    return value < 0 ? 0 : value > 255 ? 255 : (unsigned char)value;
}

static int put_numbers(unsigned char *bytes, Py_ssize_t size, Py_ssize_t at, PyObject *numbers)
{
    if (!PyList_Check(numbers)) {
        PyErr_SetString(PyExc_TypeError, "a list is needed");
        return -1;
    }
    Py_ssize_t count = PyList_GET_SIZE(numbers);
    if (at < 0 || count > size - at)
        return outside();
    for (Py_ssize_t index = 0; index < count; index++) {
        long value = item_of(numbers, index);
        if (value == -1 && PyErr_Occurred())
            return -1;
        bytes[at + index] = clamped(value);
    }
    return 0;
}

/* put(buffer, at, numbers) */
static PyObject *put(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    unsigned char *bytes;
    Py_ssize_t size;
    if (count != 3) {
        PyErr_SetString(PyExc_TypeError, "put takes three arguments");
        return NULL;
    }
    Py_ssize_t at = PyLong_AsSsize_t(arguments[1]);
    if ((at == -1 && PyErr_Occurred()) || bytes_of(arguments[0], &bytes, &size) < 0
        || put_numbers(bytes, size, at, arguments[2]) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* put_packed(buffer, at, first, second, third) */
static PyObject *put_packed(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    static const int sizes[] = {7, 7, 4};
    unsigned char *bytes;
    Py_ssize_t size;
    if (count != 5) {
        PyErr_SetString(PyExc_TypeError, "put_packed takes five arguments");
        return NULL;
    }
    Py_ssize_t at = PyLong_AsSsize_t(arguments[1]);
    if ((at == -1 && PyErr_Occurred()) || bytes_of(arguments[0], &bytes, &size) < 0)
        return NULL;
    if (at < 0 || size < 18 || at > size - 18) {
        outside();
        return NULL;
    }
    for (int part = 0; part < 3; part++) {
        unsigned long long packed = PyLong_AsUnsignedLongLong(arguments[2 + part]);
        if (packed == (unsigned long long)-1 && PyErr_Occurred())
            return NULL;
        for (int index = 0; index < sizes[part]; index++) {
            bytes[at++] = (unsigned char)packed;
            packed >>= 8;
        }
    }
    Py_RETURN_NONE;
}

static int mark_places(unsigned char *bytes, Py_ssize_t size, Py_ssize_t at, PyObject *places)
{
    if (!PyList_Check(places)) {
        PyErr_SetString(PyExc_TypeError, "a list is needed");
        return -1;
    }
    Py_ssize_t count = PyList_GET_SIZE(places);
    for (Py_ssize_t index = 0; index < count; index++) {
        long place = item_of(places, index);
        if (place == -1 && PyErr_Occurred())
            return -1;
        if (at + place < 0 || at + place >= size)
            return outside();
        bytes[at + place] = 1;
    }
    return 0;
}

/* mark(buffer, at, places) */
static PyObject *mark(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    unsigned char *bytes;
    Py_ssize_t size;
    if (count != 3) {
        PyErr_SetString(PyExc_TypeError, "mark takes three arguments");
        return NULL;
    }
    Py_ssize_t at = PyLong_AsSsize_t(arguments[1]);
    if ((at == -1 && PyErr_Occurred()) || bytes_of(arguments[0], &bytes, &size) < 0
        || mark_places(bytes, size, at, arguments[2]) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* mask(buffer, at, size, places) */
static PyObject *mask(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    unsigned char *bytes;
    Py_ssize_t size;
    if (count != 4) {
        PyErr_SetString(PyExc_TypeError, "mask takes four arguments");
        return NULL;
    }
    Py_ssize_t at = PyLong_AsSsize_t(arguments[1]);
    Py_ssize_t masked = PyLong_AsSsize_t(arguments[2]);
    if (PyErr_Occurred() || bytes_of(arguments[0], &bytes, &size) < 0)
        return NULL;
    if (at < 0 || masked < 0 || masked > size || at > size - masked) {
        outside();
        return NULL;
    }
    memset(bytes + at, 0, masked);
    if (mark_places(bytes + at, masked, 0, arguments[3]) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* observe(buffer, at, head, hand_at, hand, seen_at, seen, cities_at, cities, first) */
static PyObject *observe(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    unsigned char *bytes, *seen, *cities;
    Py_ssize_t size, seen_size, cities_size;
    if (count != 10 || !PyList_Check(arguments[4])) {
        PyErr_SetString(PyExc_TypeError, "observe takes ten arguments");
        return NULL;
    }
    Py_ssize_t at = PyLong_AsSsize_t(arguments[1]);
    Py_ssize_t hand_at = PyLong_AsSsize_t(arguments[3]);
    Py_ssize_t seen_at = PyLong_AsSsize_t(arguments[5]);
    Py_ssize_t cities_at = PyLong_AsSsize_t(arguments[7]);
    Py_ssize_t first = PyLong_AsSsize_t(arguments[9]);
    if (PyErr_Occurred() || bytes_of(arguments[0], &bytes, &size) < 0 || bytes_of(arguments[6], &seen, &seen_size) < 0
        || bytes_of(arguments[8], &cities, &cities_size) < 0)
        return NULL;
    if (at < 0 || hand_at < 0 || seen_at < 0 || cities_at < 0 || first < 0 || first > cities_size
        || cities_at > size || at > size - cities_at || cities_size > size - at - cities_at
        || seen_at > cities_at || seen_size > cities_at - seen_at) {
        outside();
        return NULL;
    }
    bytes += at;
    memset(bytes, 0, cities_at);
    if (put_numbers(bytes, cities_at, 0, arguments[2]) < 0)
        return NULL;
    Py_ssize_t held = PyList_GET_SIZE(arguments[4]);
    for (Py_ssize_t index = 0; index < held; index++) {
        long place = item_of(arguments[4], index);
        if (place < 0 || place >= cities_at - hand_at) {
            if (!PyErr_Occurred())
                outside();
            return NULL;
        }
        bytes[hand_at + place]++;
    }
    memcpy(bytes + seen_at, seen, seen_size);
    memcpy(bytes + cities_at, cities + first, cities_size - first);
    memcpy(bytes + cities_at + cities_size - first, cities, first);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"put", (PyCFunction)(void (*)(void))put, METH_FASTCALL, "put(buffer, at, numbers): consecutive bytes, 0 to 255."},
    {"put_packed", (PyCFunction)(void (*)(void))put_packed, METH_FASTCALL,
     "put_packed(buffer, at, first, second, third): 7, 7 and 4 bytes of three integers."},
    {"mark", (PyCFunction)(void (*)(void))mark, METH_FASTCALL, "mark(buffer, at, places): 1 at places."},
    {"mask", (PyCFunction)(void (*)(void))mask, METH_FASTCALL, "mask(buffer, at, size, places): 1 at places, else 0."},
    {"observe", (PyCFunction)(void (*)(void))observe, METH_FASTCALL,
     "observe(buffer, at, head, hand_at, hand, seen_at, seen, cities_at, cities, first): one observation."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_bytes", "Fast writes into bytearrays.", -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__bytes(void) { return PyModule_Create(&module); }
